import { randomBytes, randomUUID } from 'node:crypto';
import { UNSUBSCRIBABLE } from '@libs/accounts';
import { KeyedMac } from '../keyed-mac';
import { UnsubscribeTokens } from './unsubscribe-token';

/** notifications.md 7 */
describe('UnsubscribeTokens', () => {
  const key = randomBytes(32);
  const tokens = new UnsubscribeTokens(new KeyedMac(key));
  const reader = () => ({ accountId: randomUUID(), personId: randomUUID() });

  it('returns what a token was made of, on every instance', () => {
    for (const settings of [...UNSUBSCRIBABLE.map((name) => [name]), [...UNSUBSCRIBABLE]]) {
      const content = { ...reader(), settings };
      const token = tokens.of(content);
      expect(token).toMatch(/^[\w-]{66}$/);
      expect(new UnsubscribeTokens(new KeyedMac(key)).read(token)).toEqual(content);
    }
  });

  it('returns null for every other text', () => {
    const token = tokens.of({ ...reader(), settings: ['mentioned_mail'] });
    for (let i = 0; i < token.length; i++) {
      const other = token[i] === 'A' ? 'B' : 'A';
      expect(tokens.read(token.slice(0, i) + other + token.slice(i + 1))).toBeNull();
    }
    for (const text of ['', 'x', token.slice(1), `${token}A`, `${token.slice(0, -1)}é`])
      expect(tokens.read(text)).toBeNull();
    expect(new UnsubscribeTokens(new KeyedMac(randomBytes(32))).read(token)).toBeNull();
  });
});
