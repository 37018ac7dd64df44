import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const CARD = { title: 'Dark theme', text: 'For nights\nand caves' };

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (body: object = {}) =>
  (await call('POST', BASE, { body: { title: 'Private', ...body } })).json.data as { id: string };
const publish = (id: string, body: unknown = CARD, headers = {}) =>
  call('PUT', `${BASE}/${id}/public`, { body: body as object, headers });
const end = (id: string, headers = {}) => call('DELETE', `${BASE}/${id}/public`, { headers });
const errorOf = ({ status, json: { error } }: HttpResponse) => [status, error.code, error.param];

/** public.md 1 */
describe('the public card of an item', () => {
  it('is published, changed, and ended, and is in all responses', async () => {
    const stream = await EventStreamClient.open(service.origin, account.key);
    const { id } = await create();
    const first = await publish(id);
    const { form_url: form } = (await call('GET', '/api/v1/key')).json.data;
    const card = {
      ...CARD,
      url: `${form}/items/${id}`,
      published_at: expect.stringMatching(/^2\d{3}-.*Z$/),
    };
    expect([first.status, first.headers['etag'], first.json.data]).toMatchObject([
      200,
      '"2"',
      { id, title: 'Private', public: card },
    ]);
    expect((await call('GET', `${BASE}/${id}`)).json).toEqual(first.json);
    expect((await call('GET', BASE)).json.data).toEqual([first.json.data]);
    expect((await call('GET', `${BASE}/export`)).json.data).toEqual([first.json.data]);
    const changed = await publish(id, { title: 'Dark mode' });
    expect(changed.json.data.public).toMatchObject({ title: 'Dark mode', text: null });
    const ended = await end(id);
    expect([ended.status, ended.headers['etag'], ended.json.data.public]).toEqual([200, '"4"', null]);
    expect((await end(id)).headers['etag']).toBe('"4"');
    const events = await stream.untilReceived(4);
    stream.close();
    expect(events.map(({ data }) => [data.data.feedback.public, data.data.previous])).toMatchObject([
      [null, undefined],
      [CARD, { public: null }],
      [{ title: 'Dark mode' }, { public: CARD }],
      [null, { public: { title: 'Dark mode' } }],
    ]);
    const { data } = (await call('GET', `${BASE}/${id}/history`)).json;
    expect(data).toMatchObject([
      { changes: { public: { to: null } } },
      { changes: { public: { to: { title: 'Dark mode' } } } },
      { changes: { public: { from: null, to: CARD } } },
      { changes: {} },
    ]);
  });

  it.each<[unknown, readonly unknown[]]>([
    [{}, [400, 'missing_required_field', 'title']],
    [{ ...CARD, url: 'https://a' }, [400, 'read_only_field', 'url']],
    [{ ...CARD, text: 'x'.repeat(2_001) }, [400, 'too_long', 'text']],
  ])('is not published by %j', async (body, expected) => {
    const { id } = await create();
    expect(errorOf(await publish(id, body))).toEqual(expected);
    expect((await call('GET', `${BASE}/${id}`)).json.data.public).toBeNull();
  });

  it('is not set by other requests', async () => {
    const { id } = await create();
    const expected = [400, 'read_only_field', 'public'];
    expect(errorOf(await call('POST', BASE, { body: { title: 'T', public: CARD } }))).toEqual(expected);
    expect(errorOf(await call('PATCH', `${BASE}/${id}`, { body: { public: CARD } }))).toEqual(expected);
    const updates = [{ id, public: CARD }];
    const batch = errorOf(await call('POST', `${BASE}/batch`, { body: { updates } }));
    expect(batch).toEqual([400, 'read_only_field', 'updates[0].public']);
  });

  it('requires an item, a full key, and the version in If-Match', async () => {
    const { id } = await create();
    const unknown = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
    expect(errorOf(await publish(unknown))).toEqual([404, 'feedback_not_found', undefined]);
    expect(errorOf(await end('17'))).toEqual([404, 'feedback_not_found', undefined]);
    expect(errorOf(await publish(id, CARD, { 'if-match': '"2"' }))).toEqual([
      412,
      'etag_mismatch',
      undefined,
    ]);
    expect(errorOf(await end(id, { 'if-match': 'W/"1"' }))).toEqual([412, 'etag_mismatch', undefined]);
    expect((await publish(id, CARD, { 'if-match': '"1"' })).status).toBe(200);
    const { key } = await service.issue(account.id, { permission: 'read' });
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await client.call(method, `${BASE}/${id}/public`, { key, body: CARD })).status).toBe(403);
  });

  it('stays with a merged item, and cannot change', async () => {
    const [{ id }, target] = [await create(), await create()];
    await publish(id);
    const merged = await call('PATCH', `${BASE}/${id}`, { body: { merged_into: target.id } });
    expect(merged.json.data.public).toMatchObject(CARD);
    for (const response of [await publish(id, { title: 'Other' }), await end(id)]) {
      expect(errorOf(response)).toEqual([409, 'feedback_merged', undefined]);
      expect(response.json.error.merged_into).toBe(target.id);
    }
  });

  it('is not imported, also from exports', async () => {
    const { id } = await create();
    await publish(id);
    for (const [format, type] of Object.entries({ ndjson: 'application/x-ndjson', csv: 'text/csv' })) {
      const { text: body } = await call('GET', `${BASE}/export?format=${format}`);
      const { key } = await service.account();
      const imported = await client.call('POST', `${BASE}/import`, {
        key,
        headers: { 'content-type': type },
        body,
      });
      expect(imported.json.data).toMatchObject({ created: 1 });
      expect((await client.call('GET', BASE, { key })).json.data).toMatchObject([{ id, public: null }]);
    }
  });

  /** dashboard.md 9 */
  it('is published by members, and follows the slug of the form', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { id } = (await mine.post('feedback', { title: 'T' })).json.data;
    const published = await mine.call('PUT', `feedback/${id}/public`, { body: CARD });
    expect(published.json.data).toMatchObject({ public: CARD, version: 2 });
    const slug = `s-${id.slice(-12)}`;
    const { url } = (await mine.patch('form', { slug })).json.data;
    const moved = (await mine.get(`feedback/${id}`)).json.data;
    expect(moved).toEqual({
      ...published.json.data,
      public: { ...published.json.data.public, url: `${url}/items/${id}` },
    });
    const ended = await mine.delete(`feedback/${id}/public`);
    expect(ended.json.data).toMatchObject({ public: null, version: 3 });
  });
});
