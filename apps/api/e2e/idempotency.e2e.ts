import { ApiKeyUseCases, rotationRule } from '@libs/accounts';
import { parse, SYSTEM } from '@libs/kernel';
import { TypeOrmApiKeyRepository } from '@libs/postgres';
import { Client as Connection } from 'pg';
import { newId } from '../src/new-id';
import { clock } from '../src/shared.module';
import { IdempotencyPurge } from '../src/feedback/idempotency/idempotency-purge';
import { Client, type HttpResponse, type Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { whileLocked } from './support/idempotency';
import { PASSWORD, Service, type Account } from './support/service';

/** idempotency.md 1 to idempotency.md 4 */
describe('Idempotency-Key', () => {
  let service: Service;
  let client: Client;
  let database: Connection;
  let account: Account;

  beforeAll(async () => {
    service = await Service.start();
    client = new Client(service.origin);
    database = new Connection({ connectionString: service.database.adminUrl });
    await database.connect();
  });
  afterAll(async () => {
    client.close();
    await database.end();
    await service.stop();
  });
  beforeEach(async () => {
    account = await service.account();
  });

  const base = '/api/v1/feedback';
  const call = (method: string, path: string, more: Call = {}) =>
    client.call(method, path, { key: account.key, ...more });
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

  it('does not change the first response', async () => {
    const [plain, keyed] = [await post({ title: 'T' }), await post({ title: 'T' }, 'k')];
    expect(Object.keys(keyed.headers).sort()).toEqual(Object.keys(plain.headers).sort());
    expect(keyed.text.length).toBe(plain.text.length);
    expect(keyed.json).toEqual({
      data: { ...plain.json.data, ...keyed.json.data, title: 'T', source: 'api', status: 'new' },
    });
  });

  it('counts a replay as a request, and returns the current remaining requests with it', async () => {
    const limited = await Service.start({ RATE_LIMIT_MINUTE_FREE: '50' }, service.database);
    const direct = new Client(limited.origin);
    try {
      const send = () =>
        direct.call('POST', base, {
          key: account.key,
          body: { title: 'T' },
          headers: { 'idempotency-key': 'k' },
        });
      const remaining = [await send(), await send(), await send()].map(
        ({ headers }) => headers['x-ratelimit-remaining'],
      );
      expect(remaining).toEqual(['49', '48', '47']);
    } finally {
      direct.close();
      await limited.stop();
    }
  });

  describe('syntax', () => {
    it.each([
      ['a String of RFC 9651', '"abc"', 'abc'],
      ['whitespace around a key', '  abc  ', 'abc'],
      ['an escaped quote and backslash', '"a\\"b\\\\c"', 'a"b\\c'],
      ['255 characters', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
      ['every visible character', '"!#$%&\'()*+,-./:;<=>?@[]^_`{|}~"', "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
    ])('accepts %s, and replays for the same key without quotes', async (_name, quoted, bare) => {
      const first = await post({ title: 'T' }, quoted);
      expect(first.status).toBe(201);
      const again = await post({ title: 'T' }, bare);
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    });

    it.each<[string, string | string[]]>([
      ['an empty value', ''],
      ['a space', ' '],
      ['an empty String', '""'],
      ['a space inside a key', 'a b'],
      ['a space inside a String', '"a b"'],
      ['a tab', 'a\tb'],
      ['256 characters', 'x'.repeat(256)],
      ['a String of 256 characters', `"${'x'.repeat(256)}"`],
      ['an unterminated String', '"abc'],
      ['an invalid escape', '"a\\bc"'],
      ['a parameter after the String', '"abc";a=1'],
      ['a non-ASCII character', 'caf\u00e9'],
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
      for (const body of [
        { title: 'U' },
        { title: 'T ' },
        { title: 'T', description: null },
        { title: 'T', status: 'new' },
      ]) {
        const { status, json } = await post(body, 'k');
        expect(status).toBe(422);
        expect(json.error).toEqual({
          type: 'idempotency_error',
          code: 'idempotency_key_reused',
          message: 'Idempotency-Key was already used with a different request',
          request_id: expect.any(String),
        });
      }
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

    it('replays for the same JSON with other whitespace or another order of keys', async () => {
      const json = { 'content-type': 'application/json' };
      const first = await post('{"title":"T","description":"D"}', 'k', { headers: json });
      const again = await post(' {\n "description" : "D",\t"title":"\\u0054" } ', 'k', { headers: json });
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    });

    it('is independent of the same key in another account', async () => {
      const mine = await post({ title: 'T' }, 'k');
      const theirs = await service.account();
      const response = await post({ title: 'Theirs' }, 'k', { key: theirs.key });
      expect([response.status, isReplay(response)]).toEqual([201, false]);
      expect((await post({ title: 'T' }, 'k')).text).toBe(mine.text);
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
      const keys = new ApiKeyUseCases(new TypeOrmApiKeyRepository(service.dataSource), clock, newId);
      const overlap = parse(rotationRule, { overlap_seconds: 3600 });
      const { secret } = await keys.rotate(account.id, account.keyId, overlap, SYSTEM);
      const again = await post({ title: 'T' }, 'k', { key: secret });
      expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
    });
  });

  describe('a failed request', () => {
    it('is not stored, so the corrected request is executed', async () => {
      expect((await post({ title: '' }, 'k')).status).toBe(400);
      const { id } = (await post({ title: 'T' }, 'k')).json.data;
      expect((await batch({ updates: [{ id: 'abc', title: 'U' }, { id }] }, 'b')).status).toBe(404);
      expect(await records()).toHaveLength(1);
      const response = await batch({ updates: [{ id, title: 'U' }] }, 'b');
      expect([response.status, isReplay(response)]).toEqual([200, false]);
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

    it('of 100 items of maximum size is replayed completely', async () => {
      const description = '😀'.repeat(10_000);
      const created = await Promise.all(
        Array.from({ length: 100 }, async () => (await post({ title: 'T', description })).json.data),
      );
      const updates = created.map(({ id }) => ({ id, status: 'planned' }));
      const first = await batch({ updates }, 'k');
      expect(Buffer.byteLength(first.text)).toBeGreaterThan(4_000_000);
      const again = await batch({ updates }, 'k');
      expect([again.text === first.text, isReplay(again)]).toEqual([true, true]);
    }, 30_000);
  });

  describe('a concurrent request', () => {
    const inUse = {
      type: 'conflict_error',
      code: 'idempotency_key_in_use',
      message: 'A request with this Idempotency-Key is still in progress',
      request_id: expect.any(String),
    };

    it('returns 409 with Retry-After: 1 while the first one is running', async () => {
      const { id } = (await post({ title: 'T' })).json.data;
      const name = { accountId: account.id, client: account.keyId, key: 'k' };
      const rejected = await whileLocked(service.database.adminUrl, name, async () => [
        await post({ title: 'T' }, 'k'),
        await batch({ updates: [{ id, title: 'U' }] }, '"k"'),
      ]);
      for (const { status, headers, json } of rejected) {
        expect([status, headers['retry-after'], json.error]).toEqual([409, '1', inUse]);
      }
      expect(await count()).toBe(1);
      expect((await post({ title: 'T' }, 'k')).status).toBe(201);
    });

    it('creates no second item, and returns 409 or the replayed response', async () => {
      const responses = await Promise.all(Array.from({ length: 30 }, () => post({ title: 'T' }, 'k')));
      const created = responses.filter(({ status }) => status === 201);
      expect(created.filter((response) => !isReplay(response))).toHaveLength(1);
      expect(new Set(created.map(({ text }) => text)).size).toBe(1);
      for (const { status, json } of responses)
        if (status !== 201) expect([status, json.error]).toEqual([409, inUse]);
      expect(await count()).toBe(1);
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

    it('of one item deletes the stored response of its batch', async () => {
      const created = [(await post({ title: 'A' })).json.data, (await post({ title: 'B' })).json.data];
      const updates = created.map(({ id }) => ({ id, status: 'planned' }));
      await batch({ updates }, 'k');
      await call('DELETE', `${base}/${created[1].id}`);
      expect((await batch({ updates }, 'k')).json.error).toEqual(gone);
      expect((await call('GET', `${base}/${created[0].id}`)).json.data.status).toBe('planned');
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
    it('a key can be used again, even before the purge', async () => {
      const first = await post({ title: 'T' }, 'k');
      await ageRecords('23 hours 59 minutes');
      expect((await post({ title: 'T' }, 'k')).text).toBe(first.text);
      await ageRecords('1 minute');
      const second = await post({ title: 'U' }, 'k');
      expect([second.status, isReplay(second)]).toEqual([201, false]);
      expect(await count()).toBe(2);
    });

    it('the service purges expired keys and no others', async () => {
      await post({ title: 'T' }, 'old');
      await ageRecords('25 hours');
      await post({ title: 'T' }, 'fresh');
      const theirs = await service.account();
      await post({ title: 'T' }, 'theirs', { key: theirs.key });
      await service.get(IdempotencyPurge).run();
      expect((await records()).map(({ key }) => key)).toEqual(['fresh']);
      expect(isReplay(await post({ title: 'T' }, 'theirs', { key: theirs.key }))).toBe(true);
      expect(isReplay(await post({ title: 'T' }, 'fresh'))).toBe(true);
      expect(await count()).toBe(2);
    });
  });
});
