import { newFeedbackRule, QuarantineUseCases } from '@libs/feedback';
import { parse } from '@libs/kernel';
import { EventPublication } from '../src/events/event-publication';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { modernAgent } from './support/mcp';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';

/** events.md 1 */
describe('publication', () => {
  const { service, client } = useService();

  it('follows a request that can change items, and others cause no work', async () => {
    const { key } = await service.account();
    const announce = jest.spyOn(service.get(EventPublication), 'announce');
    await client.call('GET', BASE, { key });
    await client.call('HEAD', BASE, { key });
    expect(announce).not.toHaveBeenCalled();
    await client.call('POST', BASE, { key, body: { title: 'a' } });
    // The service notices the end of the response shortly after the client.
    while (announce.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

/** events.md 1 */
describe('the actor of an event', () => {
  const { service, client } = useService({ FORM_MIN_SECONDS: '0' });
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let stream: EventStreamClient;
  let member: object;
  let key: object;
  let count: number;

  beforeEach(async () => {
    mine = await Dashboard.forNewAccount(service, client);
    member = { type: 'owner', id: (await mine.get('session')).json.data.person.id };
    key = { type: 'api_key', id: mine.account.keyId };
    stream = await EventStreamClient.open(service.origin, mine.account.key);
    count = 0;
  });
  afterEach(() => stream.close());

  const api = async (method: string, path: string, body?: unknown, headers = {}) =>
    (await client.call(method, `${BASE}${path}`, { key: mine.account.key, body, headers })).json?.data;
  /** Waits for the next events, and returns their types and actors. */
  const next = async (added = 1) => {
    const messages = (await stream.untilReceived((count += added))).slice(-added);
    return messages.map(({ event, data }) => [event.slice('feedback.'.length), data.actor]);
  };

  it('is the key for the API, with and without an idempotency key', async () => {
    const { id } = await api('POST', '', { title: 'a' });
    await api('POST', '', { title: 'b' }, { 'idempotency-key': 'k' });
    await api('POST', '', { title: 'b' }, { 'idempotency-key': 'k' });
    await api('PATCH', `/${id}`, { title: 'c' });
    await api('POST', '/batch', { updates: [{ id, title: 'd' }] });
    await api('POST', '/batch', { updates: [{ id, title: 'e' }] }, { 'idempotency-key': 'l' });
    await api('DELETE', `/${id}`);
    const types = ['created', 'created', 'updated', 'updated', 'updated', 'deleted'];
    expect(await next(6)).toEqual(types.map((type) => [type, key]));
  });

  it('is the key for tools of agents', async () => {
    const agent = await modernAgent(service, { 'x-api-key': mine.account.key });
    const created = await agent.call('create_feedback', { title: 'a' });
    const { id } = created.structuredContent.item;
    await agent.call('update_feedback', { id, title: 'b' });
    await agent.call('batch_update_feedback', { updates: [{ id, title: 'c' }] });
    await agent.call('delete_feedback', { id });
    await agent.close();
    const types = ['created', 'updated', 'updated', 'deleted'];
    expect(await next(4)).toEqual(types.map((type) => [type, key]));
  });

  it('is the member in the dashboard', async () => {
    const { id } = (await mine.post('feedback', { title: 'a' })).json.data;
    await mine.patch(`feedback/${id}`, { title: 'b' });
    await mine.post('feedback/batch', { updates: [{ id, title: 'c' }] });
    await mine.delete(`feedback/${id}`);
    const other = (await mine.post('feedback', { title: 'd' })).json.data;
    await mine.post('feedback/batch/delete', { items: [{ id: other.id, version: 1 }] });
    const types = ['created', 'updated', 'updated', 'deleted', 'created', 'deleted'];
    expect(await next(6)).toEqual(types.map((type) => [type, member]));
  });

  it('is the member who releases a submission from quarantine', async () => {
    const input = parse(newFeedbackRule, { title: 'Cheap watches' });
    await service.get(QuarantineUseCases).quarantine(mine.account.id, input, 'form', 'honeypot_filled');
    const [{ id }] = (await mine.get('quarantine')).json.data;
    await mine.post(`quarantine/${id}/release`, {});
    expect(await next()).toEqual([['created', member]]);
  });

  it('is a visitor at the form', async () => {
    const form = `/f/${mine.account.slug}`;
    const token = (await client.call('GET', `${form}/token`)).json.data.token;
    await client.call('POST', form, { body: { title: 'a', form_token: token } });
    expect(await next()).toEqual([['created', { type: 'visitor' }]]);
  });

  it('is the import, and the member who undoes it', async () => {
    const body = '{"title":"a"}\n{"title":"b"}\n';
    const imported = await api('POST', '/import', body, { 'content-type': 'application/x-ndjson' });
    expect(await next()).toEqual([['imported', { type: 'import' }]]);
    await mine.delete(`imports/${imported.import_id}`);
    expect(await next(2)).toEqual([
      ['deleted', member],
      ['deleted', member],
    ]);
  });
});
