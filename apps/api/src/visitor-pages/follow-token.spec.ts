import { randomBytes, randomUUID } from 'node:crypto';
import { KeyedMac } from '../keyed-mac';
import { FollowTokens } from './follow-token';

/** following.md 4, following.md 7 */
describe('FollowTokens', () => {
  const key = randomBytes(32);
  const tokens = new FollowTokens(new KeyedMac(key));
  const aFollower = () => ({ accountId: randomUUID(), id: randomUUID(), generation: 'g' });

  it('verifies a token with 256 bits, on every instance', () => {
    const follower = aFollower();
    const token = tokens.of(follower);
    expect(token).toMatch(/^[\w-]{65}$/);
    const other = new FollowTokens(new KeyedMac(key));
    expect([other.claimed(token), other.verify(token, follower)]).toEqual([follower.id, true]);
  });

  it('rejects every other text, follower, account, generation, and key', () => {
    const follower = aFollower();
    const token = tokens.of(follower);
    for (let i = 0; i < token.length; i++) {
      const other = token[i] === 'A' ? 'B' : 'A';
      expect(tokens.verify(token.slice(0, i) + other + token.slice(i + 1), follower)).toBe(false);
    }
    for (const text of ['', 'x', token.slice(1), `${token}A`, `${token.slice(0, -1)}é`])
      expect([tokens.claimed(text), tokens.verify(text, follower)]).toEqual([null, false]);
    for (const change of [{ accountId: randomUUID() }, { id: randomUUID() }, { generation: 'h' }])
      expect(tokens.verify(token, { ...follower, ...change })).toBe(false);
    expect(new FollowTokens(new KeyedMac(randomBytes(32))).verify(token, follower)).toBe(false);
  });

  it('makes tokens of items, which open no other item and no follower', () => {
    const { accountId, id } = aFollower();
    const token = tokens.ofItem(accountId, id);
    expect(tokens.readItem(accountId, token)).toBe(id);
    expect(tokens.readItem(randomUUID(), token)).toBeNull();
    expect(tokens.claimed(token)).toBeNull();
    const follower = tokens.of({ accountId, id, generation: '' });
    for (const text of ['', 'i', follower, `i${follower}`, token.slice(0, -1), `${token.slice(0, -4)}AAAA`])
      expect(tokens.readItem(accountId, text)).toBeNull();
  });
});
