import {
  newFeedbackRule,
  QUARANTINE_REASONS,
  QuarantineUseCases,
  type QuarantineReason,
} from '@libs/feedback';
import { NO_STORAGE_LIMIT } from '@libs/feedback/testing';
import { parse } from '@libs/kernel';
import { PostgresQuarantineRepository } from '@libs/postgres';
import { newId } from '../src/new-id';
import { clock } from '../src/clock';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** Submissions that look like spam, until a member releases or deletes them (form.md 5). */
describe('/app/api/quarantine', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
  /** Quarantines a submission as the form does. */
  const quarantine = (title = 'Cheap watches', reason: QuarantineReason = 'honeypot_filled') =>
    new QuarantineUseCases(
      new PostgresQuarantineRepository(service.dataSource),
      clock,
      newId,
      NO_STORAGE_LIMIT,
    ).quarantine(
      mine.account.id,
      parse(newFeedbackRule, { title, description: 'Buy <b>now</b>', submitter_email: 'a@b.co' }),
      'widget',
      reason,
    );
  const list = (query = '') => mine.get(`quarantine${query}`);

  it('lists submissions with their reason, newest first, and hides them from lists of feedback', async () => {
    for (const reason of QUARANTINE_REASONS) await quarantine(reason, reason);
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json.data.map(({ reason }: { reason: string }) => reason)).toEqual(
      [...QUARANTINE_REASONS].reverse(),
    );
    expect(json.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'proof_missing',
      description: 'Buy <b>now</b>',
      submitter_email: 'a@b.co',
      source: 'widget',
      context: null,
      reason: 'proof_missing',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(json.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
    expect((await mine.get('feedback')).json.data).toEqual([]);
    expect((await mine.get('feedback?q=watches')).json.data).toEqual([]);
    expect((await mine.get(`feedback/${json.data[0].id}`)).status).toBe(404);
    const api = await client.call('GET', '/api/v1/feedback?include_total=true', { key: mine.account.key });
    expect(api.json).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it('is counted in feedback/counts', async () => {
    await quarantine();
    await quarantine();
    expect((await mine.get('feedback/counts')).json.data).toMatchObject({ new: 0, quarantined: 2 });
  });

  it('pages by cursor', async () => {
    for (const title of ['a', 'b', 'c']) await quarantine(title);
    const first = (await list('?limit=2')).json;
    expect(first.data).toMatchObject([{ title: 'c' }, { title: 'b' }]);
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true });
    await mine.delete(`quarantine/${first.data[1].id}`);
    const second = (await list(`?limit=2&cursor=${first.pagination.next_cursor}`)).json;
    expect(second.data).toMatchObject([{ title: 'a' }]);
    expect(second.pagination).toEqual({ limit: 2, has_more: false, next_cursor: null });
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=1&limit=1', 'limit'],
    ['?cursor=', 'cursor'],
    ['?cursor=abc', 'cursor'],
    ['?status=new', 'status'],
    ['?q=x', 'q'],
    ['?sort=title', 'sort'],
    ['?offset=0', 'offset'],
  ])('rejects %s', async (query, param) => {
    const response = await list(query);
    expect(response.status).toBe(400);
    expect(response.json.error).toMatchObject({ type: 'validation_error', param });
  });

  it('rejects a cursor of another account or of another list', async () => {
    for (const title of ['a', 'b']) await quarantine(title);
    const next: string = (await list('?limit=1')).json.pagination.next_cursor;
    const theirs = await Dashboard.forNewAccount(service, client);
    expect((await theirs.get(`quarantine?cursor=${next}`)).status).toBe(400);
    expect((await mine.get(`feedback?cursor=${next}`)).status).toBe(400);
    const api = await client.call('GET', `/api/v1/feedback?cursor=${next}`, { key: mine.account.key });
    expect(api.status).toBe(400);
  });

  it('releases a submission with its original ID and creation time', async () => {
    const entry = await quarantine('Dark mode');
    const response = await mine.call('POST', `quarantine/${entry.id.toUpperCase()}/release`);
    expect(response.status).toBe(200);
    expect(response.headers['etag']).toBe('"1"');
    expect(response.json).toEqual({
      data: {
        id: entry.id,
        title: 'Dark mode',
        description: 'Buy <b>now</b>',
        submitter_email: 'a@b.co',
        status: 'new',
        source: 'widget',
        created_at: entry.created_at,
        updated_at: entry.created_at,
        external_id: null,
        merged_into: null,
        duplicate_count: 0,
        request_count: 1,
        request_value: 0,
        unconfirmed_votes: 0,
        tags: [],
        assignee: null,
        links: [],
        public: null,
        context: null,
        verified: false,
        version: 1,
      },
    });
    expect((await mine.get(`feedback/${entry.id}`)).json).toEqual(response.json);
    const api = await client.call('GET', `/api/v1/feedback/${entry.id}`, { key: mine.account.key });
    expect(api.json.data).toMatchObject({ title: 'Dark mode' });
    expect((await list()).json.data).toEqual([]);
    expect((await mine.post(`quarantine/${entry.id}/release`, {})).status).toBe(404);
  });

  it('completes the first step form_used when a submission is released', async () => {
    const entry = await quarantine('The first one');
    const isFormUsed = async () => (await mine.get('first-steps')).json.data.form_used;
    expect(await isFormUsed()).toBe(false);
    await mine.post(`quarantine/${entry.id}/release`, {});
    expect(await isFormUsed()).toBe(true);
  });

  it('deletes a submission permanently', async () => {
    const { id } = await quarantine();
    const response = await mine.delete(`quarantine/${id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await list()).json.data).toEqual([]);
    expect((await mine.get(`feedback/${id}`)).status).toBe(404);
    expect((await mine.delete(`quarantine/${id}`)).status).toBe(404);
  });

  it('returns the same 404 for unknown and malformed IDs and for IDs of other accounts', async () => {
    const { id } = await quarantine();
    const item = (await mine.post('feedback', { title: 'T' })).json.data.id;
    const theirs = await Dashboard.forNewAccount(service, client);
    expect((await theirs.get('quarantine')).json.data).toEqual([]);
    expect((await theirs.get('feedback/counts')).json.data.quarantined).toBe(0);
    const requests: [Dashboard, string][] = [
      [theirs, id],
      [mine, UNKNOWN],
      [mine, item],
      [mine, 'abc'],
      [mine, `{${id}}`],
      [mine, '%00'],
    ];
    for (const [owner, name] of requests) {
      for (const [method, path] of [
        ['POST', `quarantine/${name}/release`],
        ['DELETE', `quarantine/${name}`],
      ] as const) {
        const response = await owner.call(method, path);
        expect([response.status, name]).toEqual([404, name]);
        expect(response.json).toEqual({
          error: {
            type: 'not_found_error',
            code: 'quarantined_not_found',
            message: 'Quarantined submission not found',
            request_id: response.headers['x-request-id'],
          },
        });
      }
    }
    expect((await list()).json.data).toHaveLength(1);
    expect((await mine.get(`feedback/${item}`)).status).toBe(200);
  });

  it('requires a session, and rejects changes from another origin', async () => {
    const { id } = await quarantine();
    const anonymous = new Dashboard(client);
    for (const [method, path] of [
      ['GET', 'quarantine'],
      ['POST', `quarantine/${id}/release`],
      ['DELETE', `quarantine/${id}`],
    ] as const) {
      expect(
        (await anonymous.call(method, path, { headers: { 'x-api-key': mine.account.key } })).status,
      ).toBe(401);
      if (method === 'GET') continue;
      for (const site of ['cross-site', 'same-site', 'none']) {
        expect((await mine.call(method, path, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
      }
    }
    expect((await list()).json.data).toHaveLength(1);
  });
});
