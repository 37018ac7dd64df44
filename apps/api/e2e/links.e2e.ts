import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const TICKET = { url: 'https://tracker.example/4711?q="é"', kind: 'ticket', title: 'Say "hi"' };
const CALL = { url: 'http://calls.example/1', kind: 'other', title: null };
const LINKS = [TICKET, CALL];

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (body: object = {}) =>
  (await call('POST', BASE, { body: { title: 'T', ...body } })).json.data as { id: string; links: unknown };
const patch = (id: string, body: object) => call('PATCH', `${BASE}/${id}`, { body });
const errorOf = ({ status, json: { error } }: HttpResponse) => [status, error.code, error.param];

/** items.md 13 */
describe('links of an item', () => {
  it('are created, replaced, and removed, and are in all responses', async () => {
    const { id, links } = await create({ links: [TICKET, { url: ` ${CALL.url} ` }] });
    expect(links).toEqual(LINKS);
    const one = await patch(id, { links: [CALL] });
    expect([one.json.data.links, one.headers['etag']]).toEqual([[CALL], '"2"']);
    expect((await patch(id, { links: [CALL], title: 'T' })).headers['etag']).toBe('"2"');
    expect((await call('GET', `${BASE}/${id}`)).json.data.links).toEqual([CALL]);
    expect((await call('GET', BASE)).json.data).toMatchObject([{ id, links: [CALL] }]);
    const none = await patch(id, { links: [] });
    expect([none.json.data.links, none.headers['etag']]).toEqual([[], '"3"']);
  });

  it('are set by an upsert and a batch, and stored once with an idempotency key', async () => {
    const put = (body: object) => call('PUT', `${BASE}/external/a`, { body: { title: 'T', ...body } });
    const { id } = (await put({ links: LINKS })).json.data;
    expect((await put({})).json.data.links).toEqual(LINKS);
    expect((await put({ links: [CALL] })).json.data).toMatchObject({ id, links: [CALL] });
    const updates = [{ id, links: LINKS }];
    const batch = (await call('POST', `${BASE}/batch`, { body: { updates } })).json;
    expect([batch.data[0].links, batch.changed]).toEqual([LINKS, [{ id, fields: ['links'] }]]);
    const send = () =>
      call('POST', BASE, { headers: { 'idempotency-key': 'k' }, body: { title: 'T', links: LINKS } });
    const [first, replay] = [await send(), await send()];
    expect(first.json.data.links).toEqual(LINKS);
    expect(replay.json).toEqual(first.json);
  });

  it.each<[object, readonly unknown[]]>([
    [{ links: null }, [400, 'null_not_allowed', 'links']],
    [{ links: [{ url: 'ftp://a' }] }, [400, 'invalid_value', 'links[0].url']],
    [{ links: [CALL, CALL] }, [400, 'invalid_value', 'links[1].url']],
    [{ links: Array.from({ length: 21 }, (_, i) => ({ url: `http://a/${i}` })) }, [400, 'too_long', 'links']],
  ])('are not created or changed by %j', async (body, expected) => {
    expect(errorOf(await call('POST', BASE, { body: { title: 'T', ...body } }))).toEqual(expected);
    const { id } = await create({ links: LINKS });
    expect(errorOf(await patch(id, body))).toEqual(expected);
    expect((await call('GET', BASE)).json.data).toMatchObject([{ id, links: LINKS }]);
  });

  it('are not accepted from a submit key', async () => {
    const { key } = await service.issue(account.id, { permission: 'submit' });
    const headers = { origin: 'https://page.example' };
    const response = await client.call('POST', BASE, { key, headers, body: { title: 'T', links: [] } });
    expect(errorOf(response)).toEqual([403, 'insufficient_permissions', undefined]);
  });

  it('appear in events and in the history with the previous ones', async () => {
    const stream = await EventStreamClient.open(service.origin, account.key);
    const { id } = await create();
    await patch(id, { links: LINKS });
    await patch(id, { links: [CALL] });
    const messages = await stream.untilReceived(3);
    stream.close();
    expect(messages.map(({ data }) => [data.data.feedback.links, data.data.previous])).toEqual([
      [[], undefined],
      [LINKS, { links: [] }],
      [[CALL], { links: LINKS }],
    ]);
    const { data } = (await call('GET', `${BASE}/${id}/history`)).json;
    expect(data.map(({ changes }: { changes: object }) => changes)).toEqual([
      { links: { from: LINKS, to: [CALL] } },
      { links: { from: [], to: LINKS } },
      {},
    ]);
  });

  it('stay with a merged item', async () => {
    const [{ id }, target] = [await create({ links: LINKS }), await create()];
    expect((await patch(id, { merged_into: target.id })).json.data.links).toEqual(LINKS);
    expect(errorOf(await patch(id, { links: [] }))).toEqual([409, 'feedback_merged', undefined]);
    expect((await patch(id, { merged_into: null, links: [CALL] })).json.data.links).toEqual([CALL]);
    expect((await call('GET', `${BASE}/${target.id}`)).json.data.links).toEqual([]);
  });

  /** import.md 2, export.md 2 */
  it('are imported from the exports of the service', async () => {
    await create({ links: LINKS });
    const imported = async (format: string, type: string) => {
      const { text: body } = await call('GET', `${BASE}/export?format=${format}`);
      const { key } = await service.account();
      const more = { key, headers: { 'content-type': type }, body };
      expect((await client.call('POST', `${BASE}/import`, more)).json.data).toMatchObject({ created: 1 });
      return (await client.call('GET', BASE, { key })).json.data[0].links as unknown;
    };
    expect(await imported('ndjson', 'application/x-ndjson')).toEqual(LINKS);
    expect(await imported('csv', 'text/csv')).toEqual([{ ...CALL, url: TICKET.url }, CALL]);
  });

  /** dashboard.md 9 */
  it('are set by members who may change items', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { id } = (await mine.post('feedback', { title: 'T', links: [CALL] })).json.data;
    const changed = await mine.patch(`feedback/${id}`, { links: LINKS });
    expect(changed.json.data).toMatchObject({ links: LINKS, version: 2 });
  });
});
