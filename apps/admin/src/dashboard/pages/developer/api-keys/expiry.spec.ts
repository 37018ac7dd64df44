import type { KeyEntry } from '@libs/contract';
import { expiresSoon, keysToRenew, findSuccessor } from './expiry';

const NOW = new Date('2026-11-21T12:00:00Z');
const key = (change: Partial<KeyEntry> = {}): KeyEntry => ({
  id: 'key-1',
  name: 'Nightly import',
  permission: 'full',
  allowed_origins: [],
  masked: 'fb_live_…cjrI',
  state: 'active',
  created_at: '2026-10-01T12:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  budget: { hour: null, minute: null },
  ...change,
});

describe('expiresSoon', () => {
  it.each([
    [null, false],
    ['2026-11-28T12:00:00Z', true],
    ['2026-11-28T12:00:01Z', false],
    ['2026-11-21T12:30:00Z', true],
  ])('for the expiry %s is %s', (expires_at, soon) => {
    expect(expiresSoon(key({ expires_at }), NOW)).toBe(soon);
  });

  it('is false for an expired or revoked key', () => {
    expect(expiresSoon(key({ state: 'expired', expires_at: '2026-11-20T12:00:00Z' }), NOW)).toBe(false);
    expect(expiresSoon(key({ state: 'revoked', expires_at: '2026-11-22T12:00:00Z' }), NOW)).toBe(false);
  });
});

describe('keysToRenew', () => {
  const ending = key({ expires_at: '2026-11-22T12:00:00Z' });

  it('returns a key that expires soon and has no successor', () => {
    const others = [key({ id: 'other', name: 'Other' }), key({ id: 'read', permission: 'read' })];
    expect(keysToRenew([ending, ...others], NOW)).toEqual([ending]);
  });

  it('omits a rotated key', () => {
    const successor = key({ id: 'key-2', created_at: '2026-11-21T11:00:00Z' });
    expect(keysToRenew([successor, ending], NOW)).toEqual([]);
  });

  it('returns the key if its successor is revoked or expires as early', () => {
    const revoked = key({ id: 'key-2', state: 'revoked', created_at: '2026-11-21T11:00:00Z' });
    expect(keysToRenew([revoked, ending], NOW)).toEqual([ending]);
    const sameTimeKey = { ...ending, id: 'key-3', created_at: '2026-11-21T11:00:00Z' };
    expect(keysToRenew([sameTimeKey, ending], NOW)).toEqual([sameTimeKey, ending]);
  });
});

describe('findSuccessor', () => {
  const newerKey = key({ id: 'key-2', created_at: '2026-11-21T11:00:00Z' });

  it('returns the newer key of the same name if the older one has an expiry', () => {
    const ending = key({ expires_at: '2026-11-22T12:00:00Z' });
    expect(findSuccessor(ending, [newerKey, ending])).toBe(newerKey);
    expect(findSuccessor(newerKey, [newerKey, ending])).toBeUndefined();
  });

  it('is undefined for a key without an expiry, despite a newer key of the same name', () => {
    expect(findSuccessor(key(), [newerKey, key()])).toBeUndefined();
  });
});
