import { VotingNetworks } from './voting-networks';

const DAY_MS = 86_400_000;

/** votes.md 2 */
describe('VotingNetworks', () => {
  let now = Date.parse('2026-03-04T23:59:00.000Z');
  const networks = new VotingNetworks(Buffer.from('secret'), () => new Date(now));
  const of = (ip: string, { account = 'a', card = 'c' } = {}) => networks.of(account, card, ip);

  it('know a network for 30 days, with another hash every day', () => {
    const first = of('192.0.2.1');
    expect(first.voters).toHaveLength(30);
    expect(new Set(first.voters).size).toBe(30);
    now += 60_000;
    const next = of('192.0.2.1');
    expect(next.voters[1]).toBe(first.voters[0]);
    expect(next.source).not.toBe(first.source);
    now += 28 * DAY_MS;
    expect(of('192.0.2.1').voters).toContain(first.voters[0]);
    now += DAY_MS;
    expect(of('192.0.2.1').voters).not.toContain(first.voters[0]);
  });

  it.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true, true],
    ['192.0.2.1', '192.0.2.2', false, true],
    ['192.0.2.1', '192.0.3.1', false, false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true, true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false, true],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', false, false],
  ])('of %s and %s', (one, other, isSameVoter, isSameSource) => {
    expect(of(one).voters[0] === of(other).voters[0]).toBe(isSameVoter);
    expect(of(one).source === of(other).source).toBe(isSameSource);
  });

  it('cannot be compared between cards, accounts, and secrets', () => {
    const hashes = [of('192.0.2.1'), of('192.0.2.1', { account: 'b' })];
    expect(new Set(hashes.map(({ source }) => source)).size).toBe(2);
    const others = new VotingNetworks(Buffer.from('other'), () => new Date(now)).of('a', 'c', '192.0.2.1');
    const voters = [...hashes, of('192.0.2.1', { card: 'd' }), others].map(({ voters: [today] }) => today);
    expect(new Set(voters).size).toBe(4);
  });
});
