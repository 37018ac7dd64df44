import { parse } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../digest';
import { newApiKeyRule, rotationRule } from './api-key.rules';
import { ApiKeyUseCases } from './api-key.use-cases';
import { anAccount, anOwner, idAt, InMemoryAccountRepository, InMemoryApiKeyRepository } from '../../testing';

describe('API keys', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let account: Account;
  let revoked: string[];
  let repository: InMemoryApiKeyRepository;
  let keys: ApiKeyUseCases;
  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    account = anAccount();
    await accounts.add(account, anOwner({ accountId: account.id }));
    revoked = [];
    repository = new InMemoryApiKeyRepository(accounts);
    keys = new ApiKeyUseCases(
      repository,
      () => now,
      idAt,
      (id) => revoked.push(id),
    );
  });
  const newKey = (given = {}) => parse(newApiKeyRule, { name: 'Website', permission: 'full', ...given });
  const issue = (given = {}, expiresAt?: Date) => keys.issue(account.id, newKey(given), null, expiresAt);
  const overlap = (seconds: number) => parse(rotationRule, { overlap_seconds: seconds });

  it('are issued, found by their secret and listed without it', async () => {
    const { key, secret } = await issue();
    expect(await repository.findByDigest(digestOf(secret))).toEqual({ key, plan: 'free' });
    expect(await keys.list(account.id)).toEqual([key]);
  });

  it('are ten at most, of which ended ones do not count', async () => {
    const [first] = await Promise.all(Array.from({ length: 10 }, () => issue()));
    const refusal = {
      kind: 'conflict',
      code: 'api_key_limit_reached',
      message: 'Too many API keys (maximum 10)',
    };
    await expect(issue()).rejects.toMatchObject(refusal);
    await keys.revoke(account.id, first!.key.id);
    await issue({}, new Date(now.getTime() + 1000));
    await expect(issue()).rejects.toMatchObject(refusal);
    now = new Date(now.getTime() + 1000);
    await issue();
  });

  it('are created twenty times an hour at most, revoked ones included', async () => {
    const create = async () => {
      const { key } = await issue();
      await keys.revoke(account.id, key.id);
    };
    for (let n = 0; n < 20; n++) await create();
    now = new Date(now.getTime() + 60_500);
    await expect(issue()).rejects.toMatchObject({
      kind: 'rate_limit',
      code: 'too_many_new_keys',
      message: 'Too many new API keys (maximum 20 per hour). Retry in 3540 seconds.',
      facts: { retryAfter: 3540 },
    });
    now = new Date(now.getTime() + 3_539_500);
    await issue();
  });

  it('can be rotated when no new ones are possible, which adds no quota', async () => {
    const { key } = await issue();
    for (let n = 1; n < 20; n++) {
      const { key } = await issue();
      await keys.revoke(account.id, key.id);
    }
    await expect(issue()).rejects.toMatchObject({ code: 'too_many_new_keys' });
    let { id } = key;
    for (let n = 0; n < 25; n++) {
      const { key: successor } = await keys.rotate(account.id, id, overlap(0), null);
      expect(successor.bucketId).toBe(key.bucketId);
      ({ id } = successor);
    }
  });

  it('are refused with their faults, and for an unknown account', async () => {
    const expired = keys.issue(account.id, newKey(), null, now);
    await expect(expired).rejects.toMatchObject({ kind: 'validation', code: 'invalid_value' });
    const unknown = keys.issue(anAccount().id, newKey(), null);
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'account_not_found' });
  });

  it('are revoked, whatever the case of the id, and this instance is told', async () => {
    const { key, secret } = await issue();
    await keys.revoke(account.id, key.id.toUpperCase());
    expect((await repository.findByDigest(digestOf(secret)))?.key.revokedAt).toEqual(now);
    expect(revoked).toEqual([key.id]);
  });

  it('are not revoked when unknown, malformed or of another account', async () => {
    const { key } = await issue();
    const unknown = { kind: 'not_found', code: 'api_key_not_found', message: 'API key not found' };
    for (const id of [idAt(now), 'abc', '', `{${key.id}}`]) {
      await expect(keys.revoke(account.id, id)).rejects.toMatchObject(unknown);
    }
    await expect(keys.revoke(anAccount().id, key.id)).rejects.toMatchObject(unknown);
    expect(revoked).toEqual([]);
  });

  it('are described to whoever holds them, with their account', async () => {
    const { key } = await issue({ permission: 'read' });
    const { name, slug, plan } = account;
    const described = await keys.describe({ accountId: account.id, keyId: key.id });
    expect(described).toEqual({ key, account: { name, slug, plan } });
  });

  it('open nothing any more when their account is gone', async () => {
    const { key } = await issue();
    await accounts.remove(account.id, now);
    const asked = keys.describe({ accountId: account.id, keyId: key.id });
    await expect(asked).rejects.toMatchObject({ kind: 'authentication', code: 'api_key_invalid' });
  });

  /** api-keys.md 5 */
  describe('rotated', () => {
    const HOUR = 3600;
    const start = new Date('2026-03-03T10:00:00.000Z').getTime();
    const at = (seconds: number) => new Date(start + seconds * 1000);
    const rotate = (id: string) => keys.rotate(account.id, id, overlap(HOUR), null);

    it('give way to a successor with the same rights and the same bucket', async () => {
      const allowedOrigins = ['https://a.example'];
      const { key, secret } = await issue({ permission: 'submit', allowed_origins: allowedOrigins });
      now = at(5);
      const next = await rotate(key.id.toUpperCase());
      expect(next.secret).not.toBe(secret);
      expect(next.key).toMatchObject({
        permission: 'submit',
        allowedOrigins,
        name: 'Website',
        bucketId: key.bucketId,
        createdAt: at(5),
        expiresAt: null,
        lastUsedAt: null,
      });
      expect(await repository.findByDigest(digestOf(next.secret))).toMatchObject({ key: next.key });
      expect((await repository.findByDigest(digestOf(secret)))?.key).toEqual({
        ...key,
        expiresAt: at(5 + HOUR),
      });
      expect(revoked).toEqual([key.id]);
    });

    it('end when they would have, if that is sooner; the successor lives as long as they were meant to', async () => {
      const { key, secret } = await issue({}, at(90));
      now = at(60);
      const next = await rotate(key.id);
      expect((await repository.findByDigest(digestOf(secret)))?.key.expiresAt).toEqual(at(90));
      expect(next.key.expiresAt).toEqual(at(150));
    });

    it('must be active and of this account', async () => {
      const { key } = await issue({}, at(90));
      const missing = { kind: 'not_found', code: 'api_key_not_found' };
      await expect(rotate('abc')).rejects.toMatchObject(missing);
      await expect(keys.rotate(anAccount().id, key.id, overlap(HOUR), null)).rejects.toMatchObject(missing);
      now = at(90);
      await expect(rotate(key.id)).rejects.toMatchObject({ kind: 'conflict', code: 'api_key_not_active' });
      expect(await keys.list(account.id)).toEqual([key]);
      expect(revoked).toEqual([]);
    });
  });

  it('live for thirty, ninety or 365 days, or without end', async () => {
    for (const days of [30, 90, 365]) {
      const { key } = await issue({ expires_in_days: days });
      expect(key.expiresAt).toEqual(new Date(now.getTime() + days * 86_400_000));
    }
    expect((await issue({ expires_in_days: null })).key.expiresAt).toBeNull();
  });
});
