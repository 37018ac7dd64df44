import {
  API_KEYS_LISTED,
  type ApiKey,
  type ApiKeyLimits,
  type ApiKeyRepository,
  type DescribedApiKey,
  type KeyReplacement,
  type OutboxMessage,
  type Plan,
  type PresentedKey,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { Pool } from 'pg';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { recorded } from '../../security-log/record-event';
import { recordEffects } from '../mail/recorded-with-mail';
import { ApiKeySchema } from './api-key.schema';

const KEY = `
  k.id, k.account_id AS "accountId", k.bucket_id AS "bucketId", k.name, k.permission, k.allowed_origins AS "allowedOrigins", k.digest,
    k.last_four AS "lastFour", k.created_at AS "createdAt", k.created_by AS "createdBy",
    k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"`;

/** Finds a key with settings of its account by the unique index on the digest. Runs up to twice per second per active key. */
const FIND_BY_DIGEST = `
  SELECT ${KEY}, a.plan, a.suspended_at IS NOT NULL AS "isSuspended",
    a.form_require_identity AS "requiresIdentity"
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.digest = $1`;

const FIND = `
  SELECT ${KEY}, a.name AS "accountName", a.slug, a.plan FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.account_id = $1 AND k.id = $2`;

/** The $2 keys that end last, so all that are active. */
const LIST = `
  SELECT ${KEY} FROM (
    SELECT * FROM api_keys WHERE account_id = $1
    ORDER BY least(revoked_at, expires_at) DESC NULLS FIRST, id DESC LIMIT $2
  ) k ORDER BY id DESC`;

/** Serializes changes to the keys of an account, and waits for a concurrent deletion of the account. */
const LOCK_ACCOUNT = 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE';

const COUNT_ACTIVE = `
  SELECT count(*)::integer AS active, count(DISTINCT bucket_id)::integer AS buckets FROM api_keys
  WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`;

/**
 * Returns one hour after the creation of the n-th newest key, if it was created within the hour before $2. $3 is n - 1.
 * $4 selects new keys, or those created by rotation.
 */
const NTH_NEWEST = `
  SELECT created_at + interval '1 hour' AS "possibleAt" FROM api_keys
  WHERE account_id = $1 AND (bucket_id = id) = $4 AND created_at > $2::timestamptz - interval '1 hour'
  ORDER BY created_at DESC OFFSET $3 LIMIT 1`;

const EXPIRE = 'UPDATE api_keys SET expires_at = $3 WHERE account_id = $1 AND id = $2';

const TOUCH = `
  UPDATE api_keys SET last_used_at = $2
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`;

/** API keys in PostgreSQL. */
export class PostgresApiKeyRepository implements ApiKeyRepository {
  private readonly pool: Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async add(
    key: ApiKey,
    { active, perHour }: ApiKeyLimits,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<'added' | 'limit_reached' | 'account_not_found' | Date> {
    return this.inTransaction(key.accountId, async (manager) => {
      const accounts = await manager.query<unknown[]>(LOCK_ACCOUNT, [key.accountId]);
      if (accounts.length === 0) return 'account_not_found';
      if ((await countActive(manager, key)).buckets >= active) return 'limit_reached';
      const possibleAt = await afterHour(manager, key, perHour);
      if (possibleAt) return possibleAt;
      await insert(manager, key);
      await recordEffects(manager, { events: event && [event], mail });
      return 'added';
    });
  }

  async rotate(
    accountId: string,
    id: string,
    change: (current: ApiKey) => KeyReplacement,
    { active, perHour }: ApiKeyLimits,
  ): Promise<'rotated' | 'limit_reached' | 'not_found' | Date> {
    if (!isUuid(accountId) || !isUuid(id)) return 'not_found';
    return this.inTransaction(accountId, async (manager) => {
      await manager.query(LOCK_ACCOUNT, [accountId]);
      const lock = { mode: 'pessimistic_write' } as const;
      const current = await manager.findOne(ApiKeySchema, { where: { id, accountId }, lock });
      if (!current) return 'not_found';
      const { predecessor, successor, event, mail } = change(current);
      if ((await countActive(manager, successor)).active >= active) return 'limit_reached';
      const possibleAt = await afterHour(manager, successor, perHour);
      if (possibleAt) return possibleAt;
      await manager.query(EXPIRE, [accountId, id, predecessor.expiresAt]);
      await insert(manager, successor);
      await recordEffects(manager, { events: event && [event], mail });
      return 'rotated';
    });
  }

  /** Runs within the account's share of the pool, because `work` occupies a connection while it waits for the lock. */
  private inTransaction<T>(accountId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
  }

  async list(accountId: string): Promise<readonly ApiKey[]> {
    if (!isUuid(accountId)) return [];
    const { rows } = await this.pool.query<ApiKey>(LIST, [accountId, API_KEYS_LISTED]);
    return rows;
  }

  async revoke(accountId: string, id: string, at: Date, event?: SecurityEvent): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(id)) return false;
    const isRevoked = await recorded(this.dataSource, event, async (manager) => {
      const active = { id, accountId, revokedAt: IsNull() };
      return (await manager.update(ApiKeySchema, active, { revokedAt: at })).affected === 1;
    });
    return isRevoked || this.dataSource.manager.existsBy(ApiKeySchema, { id, accountId });
  }

  async find(accountId: string, id: string): Promise<DescribedApiKey | null> {
    if (!isUuid(accountId) || !isUuid(id)) return null;
    const { rows } = await this.pool.query<ApiKey & { accountName: string; slug: string; plan: Plan }>(FIND, [
      accountId,
      id,
    ]);
    if (!rows[0]) return null;
    const { accountName: name, slug, plan, ...key } = rows[0];
    return { key, account: { name, slug, plan } };
  }

  async findByDigest(digest: Buffer): Promise<PresentedKey | null> {
    const { rows } = await this.pool.query<ApiKey & Omit<PresentedKey, 'key'>>(FIND_BY_DIGEST, [digest]);
    if (!rows[0]) return null;
    const { plan, isSuspended, requiresIdentity, ...key } = rows[0];
    return { key, plan, isSuspended, requiresIdentity };
  }

  async touch(keyId: string, at: Date): Promise<void> {
    if (isUuid(keyId)) await this.pool.query(TOUCH, [keyId, at]);
  }
}

/** When one more key like this, a new one or a successor, is possible; null if it is now. */
async function afterHour(
  manager: EntityManager,
  { id, accountId, bucketId, createdAt }: ApiKey,
  perHour: number,
): Promise<Date | null> {
  const values = [accountId, createdAt, perHour - 1, id === bucketId];
  const [nth] = await manager.query<{ possibleAt: Date }[]>(NTH_NEWEST, values);
  return nth?.possibleAt ?? null;
}

async function countActive(manager: EntityManager, { accountId, createdAt }: ApiKey) {
  const [counts] = await manager.query<[{ active: number; buckets: number }]>(COUNT_ACTIVE, [
    accountId,
    createdAt,
  ]);
  return counts;
}

async function insert(manager: EntityManager, key: ApiKey): Promise<void> {
  await manager.insert(ApiKeySchema, { ...key, allowedOrigins: [...key.allowedOrigins] });
}
