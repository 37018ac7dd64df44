import type { KeyEntry } from '@libs/contract';

const DAY_MS = 86_400_000;
/** The owner is warned a week before (api-keys.md 7). */
const WARNING_MS = 7 * DAY_MS;

/**
 * Keys that end within a week and have no successor: somebody's program is about to stop. A key that was rotated
 * ends soon as well, but that is what the owner asked for.
 */
export function keysToRenew(keys: readonly KeyEntry[], now: Date): readonly KeyEntry[] {
  return keys.filter((key) => expiresSoon(key, now) && !findSuccessor(key, keys));
}

export function expiresSoon({ state, expires_at }: KeyEntry, now: Date): boolean {
  return state === 'active' && expires_at !== null && Date.parse(expires_at) - now.getTime() <= WARNING_MS;
}

/** A rotation gives the old key an end, and makes a younger one with the same name and permission that outlives it. */
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
