import { TokenSenders } from './token-senders';

/** identity.md 7 */
describe('TokenSenders', () => {
  const reject = () => Promise.reject(new Error('a query'));
  const senders = new TokenSenders({ describe: reject }, { findBySlug: reject }, {} as never, {} as never);
  const caller = (permission: 'full' | 'submit', requiresIdentity: boolean) => ({
    accountId: 'a',
    keyId: 'k',
    bucketId: 'b',
    permission,
    allowedOrigins: [],
    plan: 'free' as const,
    requiresIdentity,
  });

  it('need no query without a token', async () => {
    expect(await senders.senderOf(caller('submit', false), undefined)).toBeNull();
    expect(await senders.senderOf(caller('full', true), undefined)).toBeNull();
    await expect(senders.senderOf(caller('submit', true), undefined)).rejects.toMatchObject({
      kind: 'permission',
      code: 'identity_required',
    });
  });
});
