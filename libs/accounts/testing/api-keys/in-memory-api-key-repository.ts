import type { SecurityEvent } from '@libs/kernel';
import {
  API_KEYS_LISTED,
  isActive,
  type ApiKey,
  type ApiKeyLimits,
  type ApiKeyRepository,
  type KeyReplacement,
  type OutboxMessage,
  type PresentedKey,
} from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

const HOUR_MS = 3_600_000;

const endOf = ({ revokedAt, expiresAt }: ApiKey): number =>
  Math.min(revokedAt?.getTime() ?? Number.MAX_VALUE, expiresAt?.getTime() ?? Number.MAX_VALUE);

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryApiKeyRepository implements ApiKeyRepository {
  private readonly keys = new Map<string, ApiKey>();

  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async add(
    key: ApiKey,
    { active, perHour }: ApiKeyLimits,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ) {
    if (!this.accounts.get(key.accountId)) return 'account_not_found';
    const buckets = this.activeAt(key.accountId, key.createdAt).map(({ bucketId }) => bucketId);
    if (new Set(buckets).size >= active) return 'limit_reached';
    const possibleAt = this.afterHour(key, perHour);
    if (possibleAt) return possibleAt;
    this.accounts.record(event);
    this.insert(key);
    this.accounts.outbox.queue(mail);
    return 'added';
  }

  async rotate(
    accountId: string,
    id: string,
    change: (current: ApiKey) => KeyReplacement,
    { active, perHour }: ApiKeyLimits,
  ) {
    const current = this.keys.get(id);
    if (current?.accountId !== accountId) return 'not_found';
    const { predecessor, successor, event, mail } = change(current);
    if (this.activeAt(accountId, successor.createdAt).length >= active) return 'limit_reached';
    const possibleAt = this.afterHour(successor, perHour);
    if (possibleAt) return possibleAt;
    this.accounts.record(event);
    this.insert(successor);
    this.keys.set(id, { ...current, expiresAt: predecessor.expiresAt });
    this.accounts.outbox.queue(mail);
    return 'rotated';
  }

  /** When one more key like this, a new one or a successor, is possible; null if it is now. */
  private afterHour({ id, accountId, bucketId, createdAt }: ApiKey, perHour: number): Date | null {
    const times = this.of(accountId)
      .filter((other) => (other.id === other.bucketId) === (id === bucketId))
      .map((other) => other.createdAt.getTime())
      .filter((time) => time > createdAt.getTime() - HOUR_MS)
      .sort((a, b) => b - a);
    const nth = times[perHour - 1];
    return nth === undefined ? null : new Date(nth + HOUR_MS);
  }

  private insert(key: ApiKey): void {
    if ([...this.keys.values()].some(({ id, digest }) => id === key.id || digest.equals(key.digest))) {
      throw new Error('this key is there already');
    }
    this.keys.set(key.id, key);
  }

  async list(accountId: string): Promise<readonly ApiKey[]> {
    const newestFirst = (keys: ApiKey[]) => keys.sort((a, b) => (a.id < b.id ? 1 : -1));
    const byEnd = newestFirst(this.of(accountId)).sort((a, b) => endOf(b) - endOf(a));
    return newestFirst(byEnd.slice(0, API_KEYS_LISTED));
  }

  async find(accountId: string, id: string) {
    const key = this.keys.get(id);
    const account = this.accounts.get(accountId);
    if (!account || key?.accountId !== accountId) return null;
    const { name, slug, plan } = account;
    return { key, account: { name, slug, plan } };
  }

  async revoke(accountId: string, id: string, at: Date, event?: SecurityEvent): Promise<boolean> {
    const key = this.keys.get(id);
    if (key?.accountId !== accountId) return false;
    if (key.revokedAt) return true;
    this.accounts.record(event);
    this.keys.set(id, { ...key, revokedAt: at });
    return true;
  }

  async findByDigest(digest: Buffer): Promise<PresentedKey | null> {
    const key = [...this.keys.values()].find((candidate) => candidate.digest.equals(digest));
    const account = key && this.accounts.get(key.accountId);
    if (!account) return null;
    const { plan, suspendedAt, form } = account;
    return { key, plan, isSuspended: suspendedAt !== null, requiresIdentity: form.requireIdentity };
  }

  async touch(keyId: string, at: Date): Promise<void> {
    const key = this.keys.get(keyId);
    if (!key) return;
    if (key.lastUsedAt && at.getTime() - key.lastUsedAt.getTime() < 60_000) return;
    this.keys.set(keyId, { ...key, lastUsedAt: at });
  }

  private activeAt(accountId: string, at: Date): ApiKey[] {
    return this.of(accountId).filter((key) => isActive(key, at));
  }

  private of(accountId: string): ApiKey[] {
    return [...this.keys.values()].filter((key) => key.accountId === accountId);
  }
}
