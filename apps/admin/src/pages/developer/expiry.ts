import type { KeyEntry } from '@libs/api-client';

const DAY = 86_400_000;
/** The owner is warned a week before (API.md 4.1). */
const WARNING = 7 * DAY;

/**
 * Keys that end within a week and have no successor: somebody's program is about to stop. A key that was rotated
 * ends soon as well, but that is what the owner asked for.
 */
export function keysToRenew(keys: readonly KeyEntry[], now: Date): readonly KeyEntry[] {
  return keys.filter((key) => endsSoon(key, now) && !successorOf(key, keys));
}

export function endsSoon({ state, expires_at }: KeyEntry, now: Date): boolean {
  return state === 'active' && expires_at !== null && Date.parse(expires_at) - now.getTime() <= WARNING;
}

/** A rotation's successor has the same name and permission, and is younger. */
export function successorOf(key: KeyEntry, keys: readonly KeyEntry[]): KeyEntry | undefined {
  return keys.find(
    (other) =>
      other.id !== key.id &&
      other.state === 'active' &&
      other.name === key.name &&
      other.permission === key.permission &&
      Date.parse(other.created_at) > Date.parse(key.created_at) &&
      (other.expires_at === null ||
        key.expires_at === null ||
        Date.parse(other.expires_at) > Date.parse(key.expires_at)),
  );
}
