import { FullAccounts } from '../src/storage/full-accounts';
import { StorageCounting } from '../src/storage/storage-counting';
import { Dashboard } from './support/dashboard';
import { publishEvents } from './support/events';
import { callTool } from './support/mcp';
import { useService } from './support/use-service';

const FULL = {
  type: 'conflict_error',
  code: 'storage_limit_reached',
  message:
    'This account has reached its storage limit. Its members can delete feedback, or ask the operator for more storage.',
};

/** storage.md 1, storage.md 3 */
describe('an account that has reached its storage limit', () => {
  const { service, client } = useService({ STORAGE_LIMIT_MB_FREE: '1' });
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let item: string;

  const rest = (method: string, path: string, body?: unknown, headers = {}) =>
    client.call(method, `/api/v1/feedback${path}`, { key: mine.account.key, body, headers });
  const count = async () => {
    await publishEvents(service);
    await service.get(StorageCounting).run();
    await service.get(FullAccounts).run();
  };
  /** Stores more than a megabyte: 10,000 characters of 3 bytes, in each copy of an item. */
  const fill = async () => {
    const description = Array.from({ length: 10_000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    ).join('');
    for (let i = 0; i < 20; i++) {
      const response = await mine.post('feedback', { title: `Item ${i}`, description });
      item = response.json.data.id;
    }
    await count();
  };

  beforeAll(async () => {
    mine = await Dashboard.forNewAccount(service, client);
    await fill();
  });

  it('sees how much is stored, and of how much', async () => {
    const { storage } = (await mine.get('account')).json.data;
    expect(storage).toEqual({ used_bytes: expect.any(Number), limit_bytes: 1_000_000 });
    expect(storage.used_bytes).toBeGreaterThan(1_000_000);
  });

  it('can read and delete feedback, but not store more, on every surface', async () => {
    const { slug } = mine.account;
    const file = { 'content-type': 'text/csv' };
    const refused = await Promise.all([
      rest('POST', '', { title: 'One' }),
      rest('POST', '', { title: 'One' }, { 'idempotency-key': 'new' }),
      rest('PATCH', `/${item}`, { status: 'planned' }),
      rest('PUT', `/external/one`, { title: 'One' }),
      rest('POST', '/batch', { updates: [{ id: item, status: 'planned' }] }),
      rest('POST', '/batch', { operations: [{ method: 'create', title: 'One' }] }),
      rest('POST', `/${item}/notes`, { notes: [{ text: 'One' }] }),
      rest('POST', `/${item}/notes`, { text: 'One' }, { 'idempotency-key': 'note' }),
      rest('POST', `/${item}/requests`, { email: 'ada@example.com' }),
      rest('PATCH', `/${item}/requests/${item}`, { name: 'Ada' }),
      client.call('POST', '/api/v1/feedback/import', {
        key: mine.account.key,
        body: 'title\nOne',
        headers: file,
      }),
      mine.post('feedback', { title: 'One' }),
      mine.post(`quarantine/${item}/release`, {}),
      mine.patch(`feedback/${item}`, { status: 'planned' }),
      mine.post(`feedback/${item}/notes`, { text: 'One' }),
      client.call('POST', `/f/${slug}`, { body: { title: 'One' } }),
    ]);
    const retried = { ...file, 'idempotency-key': 'import' };
    refused.push(
      await client.call('POST', '/api/v1/feedback/import', {
        key: mine.account.key,
        body: 'title\nOne',
        headers: retried,
      }),
    );
    refused.push(
      await client.call('POST', '/api/v1/feedback/import/requests', {
        key: mine.account.key,
        body: `feedback_id,email\n${item},ada@example.com`,
        headers: file,
      }),
    );
    for (const { status, json } of refused) expect([status, json.error]).toMatchObject([409, FULL]);
    const tool = await callTool(client, mine.account.key, 'create_feedback', { title: 'One' });
    expect(tool.text).toContain(FULL.message);
    expect((await rest('GET', `/${item}`)).status).toBe(200);
    const removal = { operations: [{ method: 'delete', id: item }] };
    expect((await rest('POST', '/batch', removal, { 'idempotency-key': 'removal' })).status).toBe(200);
  });

  it('tells visitors of the form and of the widget, and keeps the input of the form', async () => {
    const { slug } = mine.account;
    const page = await client.call('POST', `/f/${slug}`, {
      body: 'title=Dark+mode&submitter_email=a%40b.co',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(page.status).toBe(409);
    expect(page.text).toContain('It can’t accept feedback at the moment.');
    expect(page.text).toContain('value="Dark mode"');
    expect(page.text).toContain('value="a@b.co"');
    const widget = await client.call('POST', `/f/${slug}?source=widget`, { body: { title: 'One' } });
    const message =
      'This form can’t accept feedback at the moment. Try again later. Your text is still here.';
    expect([widget.status, widget.json.error]).toMatchObject([409, { ...FULL, message }]);
  });

  it('does not stop other accounts', async () => {
    const other = await Dashboard.forNewAccount(service, client);
    expect((await other.post('feedback', { title: 'One' })).status).toBe(201);
  });
});
