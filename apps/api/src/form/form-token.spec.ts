import { FormTokens } from './form-token';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

describe('FormTokens', () => {
  let now: Date;
  let tokens: FormTokens;
  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  const of = (byte: number) => new FormTokens(new Uint8Array(32).fill(byte), 2, () => now);

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    tokens = of(1);
  });

  it('accepts a token from its minimum age to 24 hours, to the millisecond', () => {
    const { token, validFrom, waitMs, expiresAt } = tokens.issue('acme');
    expect(validFrom.toISOString()).toBe('2026-03-03T10:00:02.000Z');
    expect(waitMs).toBe(2000);
    expect(expiresAt.toISOString()).toBe('2026-03-04T10:00:00.000Z');
    later(2 * SECOND - 1);
    expect(tokens.quarantineReason('acme', token)).toBe('token_too_young');
    later(1);
    expect(tokens.quarantineReason('acme', token)).toBeNull();
    later(DAY - 2 * SECOND);
    expect(tokens.quarantineReason('acme', token)).toBeNull();
    later(1);
    expect(tokens.quarantineReason('acme', token)).toBe('token_too_old');
  });

  it('accepts a token of another instance with the same secret', () => {
    const { token } = tokens.issue('acme');
    later(5 * SECOND);
    expect(of(1).quarantineReason('acme', token)).toBeNull();
  });

  it.each([undefined, null, ''])('reports a missing token: %p', (token) => {
    expect(tokens.quarantineReason('acme', token)).toBe('token_missing');
  });

  it('rejects a token of another account, secret, or time, and any other value', () => {
    const { token } = tokens.issue('acme');
    later(5 * SECOND);
    const [opened, mac] = token.split('.') as [string, string];
    const earlier = (Number.parseInt(opened, 36) - 1).toString(36);
    expect(tokens.quarantineReason('other', token)).toBe('token_forged');
    for (const forged of [
      of(2).issue('acme').token,
      `${earlier}.${mac}`,
      `${opened}.${mac.slice(1)}`,
      `${opened}.${mac}x`,
      `${opened}.${'é'.repeat(22)}`,
      'x',
      42,
      {},
      [token],
    ]) {
      expect([forged, tokens.quarantineReason('acme', forged)]).toEqual([forged, 'token_forged']);
    }
  });
});
