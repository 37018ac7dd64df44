import { tooManyConcurrentRequests } from '@libs/accounts';
import { EventLoopShares } from '../src/limits/event-loop-shares';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const UUID = /^[0-9a-f-]{36}$/;

/** rate-limits.md 6 */
describe('shares of the event loop', () => {
  const { service, client } = useService();
  afterEach(() => jest.restoreAllMocks());

  it('are charged to accounts, members, and IP addresses, and to no one for public pages', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    const { account } = dashboard;
    const start = jest.spyOn(service.get(EventLoopShares), 'start');
    const payersOf = async (request: Promise<unknown>) => {
      start.mockClear();
      await request;
      return start.mock.calls.map(([payers]) => payers);
    };
    expect(await payersOf(client.call('GET', '/api/v1/feedback', { key: account.key }))).toEqual([
      [account.id],
    ]);
    expect(await payersOf(client.call('POST', '/mcp', { key: account.key, body: {} }))).toEqual([
      [account.id],
    ]);
    expect(await payersOf(dashboard.get('account'))).toEqual([[account.id, expect.stringMatching(UUID)]]);
    const session = { email: account.email, password: 'wrong' };
    expect(await payersOf(dashboard.post('session', session))).toEqual([['127.0.0.1']]);
    expect(await payersOf(client.call('POST', `/f/${account.slug}`, { body: {} }))).toEqual([['127.0.0.1']]);
    expect(await payersOf(client.call('GET', '/healthz'))).toEqual([[]]);
  });

  it('are charged to the account for what follows a statement of it', async () => {
    const { id, key } = await service.account();
    const charge = jest.spyOn(service.get(EventLoopShares), 'charge');
    await client.call('GET', '/api/v1/feedback', { key });
    // For the request, and for the response of the database.
    expect(charge.mock.calls.filter(([payers]) => payers[0] === id)).toHaveLength(2);
  });

  it('are checked before a body is parsed', async () => {
    const { key } = await service.account();
    jest
      .spyOn(service.get(EventLoopShares), 'start')
      .mockImplementation((_payers, _start, giveUp) => giveUp(tooManyConcurrentRequests()));
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await client.call('POST', '/api/v1/feedback', { key, headers, body: '{' });
    expect([status, json.error.code]).toEqual([429, 'too_many_concurrent_requests']);
  });
});
