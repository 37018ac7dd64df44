import type { KeyEntry } from '@libs/contract';

const DAY_MS = 86_400_000;
/** Members are warned a week before (api-keys.md 7). */
const WARNING_MS = 7 * DAY_MS;

/**
 * Keys that expire within a week and have no successor, so that requests are about to fail. Excludes rotated keys,
 * which expire on purpose.
 */
export function keysToRenew(keys: readonly KeyEntry[], now: Date): readonly KeyEntry[] {
  return keys.filter((key) => expiresSoon(key, now) && !findSuccessor(key, keys));
}

export function expiresSoon({ state, expires_at }: KeyEntry, now: Date): boolean {
  return state === 'active' && expires_at !== null && Date.parse(expires_at) - now.getTime() <= WARNING_MS;
}

/** Finds the key that a rotation created: newer, same name and permission, and later to expire. */
export function findSuccessor(key: KeyEntry, keys: readonly KeyEntry[]): KeyEntry | undefined {
  const expiresAt = key.expires_at;
  if (expiresAt === null) return undefined;
  return keys.find(
    (other) =>
      other.state === 'active' &&
      other.name === key.name &&
      other.permission === key.permission &&
      Date.parse(other.created_at) > Date.parse(key.created_at) &&
      (other.expires_at === null || Date.parse(other.expires_at) > Date.parse(expiresAt)),
  );
}
