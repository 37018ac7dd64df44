import { VoteTools } from './vote-tools';

/** votes.md 9 */
describe('VoteTools', () => {
  it('stores votes with an address before the service stops', async () => {
    let store = () => {};
    const waiting = { hasMail: true, vote: () => new Promise<void>((resolve) => (store = resolve)) };
    const votes = { card: async () => ({ id: 'card' }), assertOpen: () => {} };
    const limit = { count: async () => {} };
    const checks = { filter: { isUnproven: async () => false }, enteredAddresses: limit };
    const tools = new VoteTools({} as never, votes as never, waiting, limit as never, checks as never);
    const account = { id: 'account', form: {}, publicPages: { votes: true } };
    const voter = { email: 'ada@example.com', language: null };
    await tools.vote(account as never, 'card', { ip: '192.0.2.1', proof: undefined, voter });
    let isStopped = false;
    const stopped = tools.onModuleDestroy().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    store();
    await stopped;
  });
});
