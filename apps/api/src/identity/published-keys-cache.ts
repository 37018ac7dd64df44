import { publicKeyOf, type PublicKey, type PublishedKeys } from '@libs/accounts';
import { isObject, type Clock } from '@libs/kernel';
import { LRUCache } from 'lru-cache';

const ACCOUNTS_MAX = 1_000;
/** Of one URL. */
const KEYS_MAX = 20;
/** After this time, the keys are read again before they are used. */
const FRESH_MS = 10 * 60_000;
/** The shortest time between two attempts to read them. */
const PAUSE_MS = 60_000;
/** How long keys are used if they cannot be read again. */
const KEPT_MS = 24 * 3_600_000;

interface Entry {
  readonly url: string;
  keys: readonly PublicKey[];
  readAt: number;
  triedAt: number;
  reading: Promise<void> | null;
}

/** Keeps the keys at JWKS URLs, one read at a time for each account (identity.md 2). */
export class PublishedKeysCache implements PublishedKeys {
  private readonly entries = new LRUCache<string, Entry>({ max: ACCOUNTS_MAX });

  /** @param read returns the document at a URL; rejects if it cannot be read */
  constructor(
    private readonly read: (url: string) => Promise<string>,
    private readonly clock: Clock,
  ) {}

  async find(accountId: string, url: string, kid: string | null): Promise<readonly PublicKey[] | null> {
    const entry = this.entryOf(accountId, url);
    if (!this.isEnough(entry, kid)) await this.refresh(entry);
    return this.now() - entry.readAt < KEPT_MS ? entry.keys : null;
  }

  private entryOf(accountId: string, url: string): Entry {
    const known = this.entries.get(accountId);
    if (known?.url === url) return known;
    const entry = { url, keys: [], readAt: -Infinity, triedAt: -Infinity, reading: null };
    this.entries.set(accountId, entry);
    return entry;
  }

  private isEnough({ keys, readAt }: Entry, kid: string | null): boolean {
    const isKnown = kid === null || keys.some((key) => key.kid === null || key.kid === kid);
    return isKnown && this.now() - readAt < FRESH_MS;
  }

  private async refresh(entry: Entry): Promise<void> {
    if (entry.reading === null && this.now() - entry.triedAt >= PAUSE_MS) {
      entry.triedAt = this.now();
      entry.reading = this.update(entry).finally(() => (entry.reading = null));
    }
    await entry.reading;
  }

  /** Keeps the keys that are known if the document cannot be read. */
  private async update(entry: Entry): Promise<void> {
    try {
      entry.keys = keysIn(await this.read(entry.url));
      entry.readAt = this.now();
    } catch {
      // `find` returns null if the keys are too old.
    }
  }

  private now = (): number => this.clock().getTime();
}

/** The keys that can verify tokens. Others are ignored, because a JWKS can have keys for other purposes. */
function keysIn(text: string): readonly PublicKey[] {
  const document: unknown = JSON.parse(text);
  const keys: unknown = isObject(document) ? document['keys'] : null;
  if (!Array.isArray(keys)) throw new Error('not a JWKS');
  return keys
    .slice(0, KEYS_MAX)
    .map(publicKeyOf)
    .filter((key) => typeof key !== 'string');
}
