import { ApiKeyUseCases, rotationRule } from '@libs/accounts';
import { parse, SYSTEM } from '@libs/kernel';
import { PostgresApiKeyRepository } from '@libs/postgres';
import type { Client as Connection } from 'pg';
import { newId } from '../src/new-id';
import { clock } from '../src/clock';
import { IdempotencyPurge } from '../src/idempotency/idempotency-purge';
import { docUrl, type HttpResponse, type Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { whileInProgress } from './support/idempotency';
import { PASSWORD, type Account } from './support/service';
import { useService } from './support/use-service';

/** idempotency.md 1 to idempotency.md 4 */
describe('Idempotency-Key', () => {
  const { service, client } = useService({ RATE_LIMIT_MINUTE_PRO: '50' });
  let database: Connection;
  let account: Account;

  beforeAll(async () => (database = await service.connectAsAdmin()));
  beforeEach(async () => (account = await service.account()));

  const base = '/api/v1/feedback';
  const call = client.as(() => account);
  const post = (body: unknown, name?: string | string[], more: Call = {}) =>
    call('POST', base, { body, ...more, headers: { ...more.headers, 'idempotency-key': name } });
  const batch = (body: unknown, name: string) =>
    call('POST', `${base}/batch`, { body, headers: { 'idempotency-key': name } });
  const count = async () => (await call('GET', `${base}?include_total=true`)).json.pagination.total;
  const isReplay = ({ headers }: HttpResponse) => headers['idempotent-replayed'] === 'true';
  const records = async () =>
    (await database.query('SELECT * FROM idempotency_records WHERE account_id = $1', [account.id])).rows;
  /** Makes the account's records older by the interval. */
  const ageRecords = (interval: string) =>
    database.query(
      'UPDATE idempotency_records SET created_at = created_at - $2::interval WHERE account_id = $1',
      [account.id, interval],
    );

  it('is optional: without it, every request is executed', async () => {
    for (let i = 0; i < 2; i++) expect(isReplay(await post({ title: 'T' }))).toBe(false);
    expect(await count()).toBe(2);
    expect(await records()).toEqual([]);
  });

  it('replays the first response byte for byte, with a new request ID', async () => {
    const body = { title: 'Dark mode 😀 "quoted"', description: ' \\n\n\u2028 ' };
    const first = await post(body, '"8e03978e-40d5-43e8-bc93-6894a57f9324"');
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    await call('PATCH', `${base}/${first.json.data.id}`, { body: { title: 'Changed since' } });
    const again = await post(body, '"8e03978e-40d5-43e8-bc93-6894a57f9324"');
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    for (const name of ['location', 'etag', 'content-type', 'content-length', 'cache-control']) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    expect(first.headers['location']).toBe(`${service.config.PUBLIC_URL}${base}/${first.json.data.id}`);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await count()).toBe(1);
    expect((await call('GET', `${base}/${first.json.data.id}`)).json.data.title).toBe('Changed since');
  });

  /** idempotency.md 3 */
  it('compares requests after validation', async () => {
    const first = await post({ title: 'Dark mode', tags: ['ui'] }, 'k');
    const again = await post({ title: '  Dark mode ', tags: ['ui', 'ui'] }, 'k');
    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    const { id } = first.json.data;
    const change = await batch({ updates: [{ id, title: 'Dark theme' }] }, 'b');
    const repeated = await batch({ updates: [{ id: id.toUpperCase(), title: ' Dark theme' }] }, 'b');
    expect([repeated.status, repeated.text, isReplay(repeated)]).toEqual([200, change.text, true]);
  });

  it('does not change the first response', async () => {
    const [plain, keyed] = [await post({ title: 'T' }), await post({ title: 'T' }, 'k')];
    expect(Object.keys(keyed.headers).sort()).toEqual(Object.keys(plain.headers).sort());
    expect(keyed.text.length).toBe(plain.text.length);
    expect(keyed.json).toEqual({
      data: { ...plain.json.data, ...keyed.json.data, title: 'T', source: 'api', status: 'new' },
    });
  });

  it('counts a replay as a request, and returns the current remaining requests with it', async () => {
    account = await service.account('pro');
    const responses = [];
    for (let i = 0; i < 3; i++) responses.push(await post({ title: 'T' }, 'k'));
    const remaining = responses.map(({ headers }) => headers['x-ratelimit-remaining']);
    expect(remaining).toEqual(['49', '48', '47']);
  });

  describe('syntax', () => {
    it.each([
      ['a String of RFC 9651', '"abc"', 'abc'],
      ['whitespace around a key', '  abc  ', 'abc'],
    ])('accepts %s, and replays for the same key without quotes', async (_name, quoted, bare) => {
      const first = await post({ title: 'T' }, quoted);
      expect(first.status).toBe(201);
      const again = await post({ title: 'T' }, bare);
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    });

    it.each<[string, string | string[]]>([
      ['an empty value', ''],
      ['a space inside a key', 'a b'],
      ['an invalid escape', '"a\\bc"'],
      ['a parameter after the String', '"abc";a=1'],
      ['two keys', ['a', 'b']],
      ['the same key twice', ['a', 'a']],
      ['two Strings', ['"a"', '"b"']],
    ])('rejects %s', async (_name, name) => {
      for (const path of [base, `${base}/batch`]) {
        const { status, json } = await call('POST', path, {
          body: { title: 'T' },
          headers: { 'idempotency-key': name },
        });
        expect(status).toBe(400);
        expect(json.error).toEqual({
          type: 'validation_error',
          code: 'invalid_idempotency_key',
          message: 'Invalid Idempotency-Key header: must be 1 to 255 visible ASCII characters',
          doc_url: docUrl('invalid_idempotency_key'),
          request_id: expect.any(String),
        });
      }
      expect(await count()).toBe(0);
    });

    it('is validated after API key, content type, JSON, and query, and before the fields', async () => {
      const name = { 'idempotency-key': 'a b' };
      const codeOf = async (path: string, more: Call) =>
        (await call('POST', path, { headers: name, body: { title: '' }, ...more })).json.error.code;
      expect(await codeOf(base, { key: 'nonsense' })).toBe('api_key_invalid');
      expect(await codeOf(base, { body: 'x', headers: { ...name, 'content-type': 'text/plain' } })).toBe(
        'unsupported_content_type',
      );
      expect(
        await codeOf(base, { body: '{', headers: { ...name, 'content-type': 'application/json' } }),
      ).toBe('malformed_json');
      expect(await codeOf(`${base}?page=2`, {})).toBe('unknown_parameter');
      expect(await codeOf(base, {})).toBe('invalid_idempotency_key');
      expect(await codeOf(`${base}/batch`, {})).toBe('invalid_idempotency_key');
    });
  });

  it('is ignored by GET, PATCH, and DELETE', async () => {
    const { id } = (await post({ title: 'T' })).json.data;
    const headers = { 'idempotency-key': 'a b' };
    expect((await call('GET', base, { headers })).status).toBe(200);
    expect((await call('GET', `${base}/${id}`, { headers })).status).toBe(200);
    for (const title of ['U', 'V']) {
      const response = await call('PATCH', `${base}/${id}`, {
        body: { title },
        headers: { 'idempotency-key': 'k' },
      });
      expect([response.status, response.json.data.title]).toEqual([200, title]);
    }
    expect((await call('DELETE', `${base}/${id}`, { headers })).status).toBe(204);
    expect(await records()).toEqual([]);
  });

  describe('a reused key', () => {
    it('returns 422 for a different body or path, and changes nothing', async () => {
      const first = await post({ title: 'T' }, 'k');
      const { id } = first.json.data;
      const { status, json } = await post({ title: 'U' }, 'k');
      expect([status, json.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect((await batch({ updates: [{ id, title: 'written?' }] }, 'k')).status).toBe(422);
      expect(await count()).toBe(1);
      expect((await call('GET', `${base}/${id}`)).json).toEqual(first.json);
    });

    it('returns 422 before the items are looked up and after the fields are validated', async () => {
      await post({ title: 'T' }, 'k');
      expect((await batch({ updates: [{ id: 'abc' }] }, 'k')).status).toBe(422);
      expect((await batch({ updates: [] }, 'k')).json.error.code).toBe('empty_value');
      expect((await post({ title: '' }, 'k')).json.error.code).toBe('empty_value');
    });

    it('is independent of the same key with another API key, so a page cannot block a server', async () => {
      await post({ title: 'T' }, 'k');
      const origin = 'https://app.example.com';
      const { key } = await service.issue(account.id, { permission: 'submit', origins: [origin] });
      const other = await post({ title: 'Theirs' }, 'k', { key, headers: { origin } });
      expect([other.status, isReplay(other)]).toEqual([201, false]);
      const again = await post({ title: 'Theirs' }, 'k', { key, headers: { origin } });
      expect([again.status, again.text, isReplay(again)]).toEqual([201, other.text, true]);
      const rejected = await post({ title: 'Theirs', status: 'new' }, 'k', { key, headers: { origin } });
      expect(rejected.status).toBe(403);
    });

    it('replays after a rotation of the API key', async () => {
      const first = await post({ title: 'T' }, 'k');
      const keys = new ApiKeyUseCases(new PostgresApiKeyRepository(service.dataSource), clock, newId);
      const overlap = parse(rotationRule, { overlap_seconds: 3600 });
      const { secret } = await keys.rotate(account.id, account.keyId, overlap, SYSTEM);
      const again = await post({ title: 'T' }, 'k', { key: secret });
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    });
  });

  describe('a batch', () => {
    it('is executed once, and its response is replayed', async () => {
      const created = [(await post({ title: 'A' })).json.data, (await post({ title: 'B' })).json.data];
      const updates = created.map(({ id }) => ({ id, status: 'planned' }));
      const first = await batch({ updates }, 'k');
      expect([first.status, isReplay(first)]).toEqual([200, false]);
      await call('PATCH', `${base}/${created[0].id}`, { body: { status: 'shipped' } });
      const again = await batch({ updates: updates.map(({ id, status }) => ({ status, id })) }, 'k');
      expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
      expect(again.headers['location']).toBeUndefined();
      expect((await call('GET', `${base}/${created[0].id}`)).json.data.status).toBe('shipped');
      expect((await batch({ updates: [...updates].reverse() }, 'k')).status).toBe(422);
    });
  });

  describe('a concurrent request', () => {
    const inUse = {
      type: 'conflict_error',
      code: 'idempotency_key_in_use',
      message: 'A request with this Idempotency-Key is still in progress',
      doc_url: docUrl('idempotency_key_in_use'),
      request_id: expect.any(String),
    };

    it('returns 409 with Retry-After: 1 while the first one is running', async () => {
      const { id } = (await post({ title: 'T' })).json.data;
      const name = { accountId: account.id, client: account.keyId, key: 'k' };
      const rejected = await whileInProgress(service, name, async () => [
        await post({ title: 'T' }, 'k'),
        await batch({ updates: [{ id, title: 'U' }] }, '"k"'),
      ]);
      for (const { status, headers, json } of rejected) {
        expect([status, headers['retry-after'], json.error]).toEqual([409, '1', inUse]);
      }
      expect(await count()).toBe(1);
      expect((await post({ title: 'T' }, 'k')).status).toBe(201);
    });

    it('returns 409 while the first one waits for a lock, and replays its response afterwards', async () => {
      // Another transaction writes the same record, so the first request waits for it and holds the key.
      await database.query('BEGIN');
      await database.query(
        `INSERT INTO idempotency_records VALUES ($1, $2, 'k', 'another request', 'x', now())`,
        [account.id, account.keyId],
      );
      const both = [post({ title: 'T' }, 'k'), post({ title: 'T' }, 'k')];
      const rejected = await Promise.race(both);
      expect([rejected.status, rejected.json.error]).toEqual([409, inUse]);
      await database.query('ROLLBACK');
      const responses = await Promise.all(both);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(isReplay(await post({ title: 'T' }, 'k'))).toBe(true);
    });
  });

  describe('deletion', () => {
    const gone = {
      type: 'conflict_error',
      code: 'idempotent_result_gone',
      message: 'The result of this request has been deleted',
      doc_url: docUrl('idempotent_result_gone'),
      request_id: expect.any(String),
    };

    it('of the item deletes the stored response, and a retry returns 409 and creates no duplicate', async () => {
      const body = { title: 'T', submitter_email: 'ada@example.com' };
      const { id } = (await post(body, 'k')).json.data;
      expect(JSON.stringify(await records())).toContain('ada@example.com');
      await call('DELETE', `${base}/${id}`);
      expect(JSON.stringify(await records())).not.toContain('ada@example.com');
      for (let i = 0; i < 2; i++) {
        const { status, headers, json } = await post(body, 'k');
        expect([status, json.error, headers['retry-after']]).toEqual([409, gone, undefined]);
      }
      expect((await post({ title: 'U' }, 'k')).status).toBe(422);
      expect(await count()).toBe(0);
    });

    it('of an item in the dashboard, or of the account, deletes the stored data', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      account = dashboard.account;
      const { id } = (await post({ title: 'one', description: 'secret one' }, 'k1')).json.data;
      await post({ title: 'two', description: 'secret two' }, 'k2');
      expect((await dashboard.delete(`feedback/${id}`)).status).toBe(204);
      expect((await records()).map(({ key, answer }) => [key, answer === null]).sort()).toEqual([
        ['k1', true],
        ['k2', false],
      ]);
      await dashboard.reauthenticate(PASSWORD);
      const response = await dashboard.delete('account');
      expect([response.status, response.text]).toEqual([204, '']);
      expect(await records()).toEqual([]);
      const { rows } = await database.query('SELECT FROM idempotency_items WHERE account_id = $1', [
        account.id,
      ]);
      expect(rows).toEqual([]);
    });
  });

  describe('after 24 hours', () => {
    it('the service purges expired keys and no others', async () => {
      await post({ title: 'T' }, 'old');
      await ageRecords('25 hours');
      await post({ title: 'T' }, 'fresh');
      await service.get(IdempotencyPurge).run();
      expect((await records()).map(({ key }) => key)).toEqual(['fresh']);
    });
  });
});
