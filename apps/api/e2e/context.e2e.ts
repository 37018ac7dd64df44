import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const SENT = { page: 'https://app.example/settings?token=1#a', language: 'pt-BR', data: { plan: 'pro' } };
const CONTEXT = { data: { plan: 'pro' }, page: 'https://app.example/settings', language: 'pt-BR' };

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const listed = async () => (await call('GET', BASE)).json.data[0].context;

/** items.md 14 */
describe('the context of an item', () => {
  it('is set when the item is created, and is in all responses, events, and exports', async () => {
    const stream = await EventStreamClient.open(service.origin, account.key);
    const created = await call('POST', BASE, { body: { title: 'T', context: SENT } });
    expect(created.json.data.context).toEqual(CONTEXT);
    const { id } = created.json.data;
    expect((await call('GET', `${BASE}/${id}`)).json.data.context).toEqual(CONTEXT);
    expect(await listed()).toEqual(CONTEXT);
    const [message] = await stream.untilReceived(1);
    stream.close();
    expect(message!.data.data.feedback.context).toEqual(CONTEXT);
    const { text } = await call('GET', `${BASE}/export?format=ndjson`);
    expect(JSON.parse(text)).toMatchObject({ id, context: CONTEXT });
    expect((await call('GET', `${BASE}/export?format=csv`)).text).not.toContain('app.example');
    expect((await call('PATCH', `${BASE}/${id}`, { body: { context: null } })).json.error).toMatchObject({
      code: 'read_only_field',
      param: 'context',
    });
  });

  it('is accepted from a submit key, and read from an export', async () => {
    const { key } = await service.issue(account.id, { permission: 'submit' });
    const headers = { origin: 'https://page.example' };
    const body = { title: 'T', context: SENT };
    expect((await client.call('POST', BASE, { key, headers, body })).status).toBe(201);
    expect(await listed()).toEqual(CONTEXT);
    const file = (await call('GET', `${BASE}/export?format=ndjson`)).text;
    account = await service.account();
    const more = { headers: { 'content-type': 'application/x-ndjson' }, body: file };
    expect((await call('POST', `${BASE}/import`, more)).json.data).toMatchObject({ created: 1 });
    expect(await listed()).toEqual(CONTEXT);
  });

  it('is rejected if it is not valid', async () => {
    const context = { page: '/settings', data: { text: 'x'.repeat(2_048) } };
    const { status, json } = await call('POST', BASE, { body: { title: 'T', context } });
    expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_value', 'context.page']);
  });

  /** form.md 2 */
  it('comes from the form without the members that are not valid, also through the quarantine', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const send = (context: unknown) =>
      client.call('POST', `/f/${mine.account.slug}?source=widget`, { body: { title: 'T', context } });
    for (const context of [{ ...SENT, page: 'about:blank' }, 5, { ...SENT, data: { a: 'x'.repeat(2_048) } }])
      expect((await send(context)).status).toBe(201);
    const entries = (await mine.get('quarantine')).json.data;
    expect(entries.map((entry: { context: unknown }) => entry.context)).toEqual([
      { ...CONTEXT, data: null },
      null,
      { ...CONTEXT, page: null },
    ]);
    const released = await mine.post(`quarantine/${entries[2].id}/release`, {});
    expect(released.json.data.context).toEqual({ ...CONTEXT, page: null });
  });
});
