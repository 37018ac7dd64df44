import { memberActor, parse, SYSTEM } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../secret-digest';
import { newApiKeyRule, rotationRule } from './api-key.rules';
import { ApiKeyUseCases } from './api-key.use-cases';
import { anAccount, aPerson, idAt, InMemoryAccountRepository, InMemoryApiKeyRepository } from '../../testing';

describe('ApiKeyUseCases', () => {
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
    await accounts.add(account, aPerson());
    revoked = [];
    repository = new InMemoryApiKeyRepository(accounts);
    keys = new ApiKeyUseCases(repository, () => now, idAt, { onEnded: (id) => revoked.push(id) });
  });
  const newKey = (fields = {}) => parse(newApiKeyRule, { name: 'Website', permission: 'full', ...fields });
  const issue = (fields = {}, expiresAt?: Date) => keys.issue(account.id, newKey(fields), SYSTEM, expiresAt);
  const overlap = (seconds: number) => parse(rotationRule, { overlap_seconds: seconds });

  it('issues a key that is found by its secret and listed without it', async () => {
    const { key, secret } = await issue();
    expect(await repository.findByDigest(digestOf(secret))).toEqual({
      key,
      plan: 'free',
      isSuspended: false,
      requiresIdentity: false,
    });
    expect(await keys.list(account.id)).toEqual([key]);
  });

  it('allows at most 10 active keys; expired and revoked keys do not count', async () => {
    const [first] = await Promise.all(Array.from({ length: 10 }, () => issue()));
    const limitError = {
      kind: 'conflict',
      code: 'api_key_limit_reached',
      message: 'Too many API keys (maximum 10)',
    };
    await expect(issue()).rejects.toMatchObject(limitError);
    await keys.revoke(account.id, first!.key.id, SYSTEM);
    await issue({}, new Date(now.getTime() + 1000));
    await expect(issue()).rejects.toMatchObject(limitError);
    now = new Date(now.getTime() + 1000);
    await issue();
  });

  it('allows at most 20 new keys per hour, including revoked ones', async () => {
    const create = async () => {
      const { key } = await issue();
      await keys.revoke(account.id, key.id, SYSTEM);
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

  it('rotates a key when no new key is possible, without additional quota', async () => {
    const { key } = await issue();
    for (let n = 1; n < 20; n++) {
      const { key } = await issue();
      await keys.revoke(account.id, key.id, SYSTEM);
    }
    await expect(issue()).rejects.toMatchObject({ code: 'too_many_new_keys' });
    let { id } = key;
    for (let n = 0; n < 25; n++) {
      const { key: successor } = await keys.rotate(account.id, id, overlap(0), SYSTEM);
      expect(successor.bucketId).toBe(key.bucketId);
      ({ id } = successor);
    }
  });

  it('rejects invalid input and an unknown account', async () => {
    const expired = keys.issue(account.id, newKey(), SYSTEM, now);
    await expect(expired).rejects.toMatchObject({ kind: 'validation', code: 'invalid_value' });
    const unknown = keys.issue(anAccount().id, newKey(), SYSTEM);
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'account_not_found' });
  });

  it('revokes a key by ID in either case, and calls onEnded', async () => {
    const { key, secret } = await issue();
    await keys.revoke(account.id, key.id.toUpperCase(), SYSTEM);
    expect((await repository.findByDigest(digestOf(secret)))?.key.revokedAt).toEqual(now);
    expect(revoked).toEqual([key.id]);
  });

  it('throws the same error to revoke an unknown ID, a malformed ID, or a key of another account', async () => {
    const { key } = await issue();
    const unknown = { kind: 'not_found', code: 'api_key_not_found', message: 'API key not found' };
    for (const id of [idAt(now), 'abc', '', `{${key.id}}`]) {
      await expect(keys.revoke(account.id, id, SYSTEM)).rejects.toMatchObject(unknown);
    }
    await expect(keys.revoke(anAccount().id, key.id, SYSTEM)).rejects.toMatchObject(unknown);
    expect(revoked).toEqual([]);
  });

  it('describes the key of the caller with its account', async () => {
    const { key } = await issue({ permission: 'read' });
    const { name, slug, plan } = account;
    const described = await keys.describe({ accountId: account.id, keyId: key.id });
    expect(described).toEqual({ key, account: { name, slug, plan } });
  });

  it('throws api_key_invalid to describe a key of a deleted account', async () => {
    const { key } = await issue();
    await accounts.remove(account.id, now);
    const asked = keys.describe({ accountId: account.id, keyId: key.id });
    await expect(asked).rejects.toMatchObject({ kind: 'authentication', code: 'api_key_invalid' });
  });

  /** api-keys.md 5 */
  describe('rotate', () => {
    const HOUR = 3600;
    const start = new Date('2026-03-03T10:00:00.000Z').getTime();
    const at = (seconds: number) => new Date(start + seconds * 1000);
    const rotate = (id: string) => keys.rotate(account.id, id, overlap(HOUR), SYSTEM);

    it('is possible 60 times per hour', async () => {
      let { id } = (await issue()).key;
      for (let i = 0; i < 60; i++) ({ id } = (await keys.rotate(account.id, id, overlap(0), SYSTEM)).key);
      await expect(keys.rotate(account.id, id, overlap(0), SYSTEM)).rejects.toMatchObject({
        code: 'too_many_new_keys',
        message: 'Too many rotations of API keys (maximum 60 per hour). Retry in 3600 seconds.',
      });
    });

    it('adds a successor with the same permission and bucket', async () => {
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

    it('does not extend the expiry of the old key, and gives the successor the same lifetime', async () => {
      const { key, secret } = await issue({}, at(90));
      now = at(60);
      const next = await rotate(key.id);
      expect((await repository.findByDigest(digestOf(secret)))?.key.expiresAt).toEqual(at(90));
      expect(next.key.expiresAt).toEqual(at(150));
    });

    it('rejects inactive keys and keys of other accounts', async () => {
      const { key } = await issue({}, at(90));
      const missing = { kind: 'not_found', code: 'api_key_not_found' };
      await expect(rotate('abc')).rejects.toMatchObject(missing);
      await expect(keys.rotate(anAccount().id, key.id, overlap(HOUR), SYSTEM)).rejects.toMatchObject(missing);
      now = at(90);
      await expect(rotate(key.id)).rejects.toMatchObject({ kind: 'conflict', code: 'api_key_not_active' });
      expect(await keys.list(account.id)).toEqual([key]);
      expect(revoked).toEqual([]);
    });
  });

  it('issues keys that expire after 30, 90, or 365 days, or never', async () => {
    for (const days of [30, 90, 365]) {
      const { key } = await issue({ expires_in_days: days });
      expect(key.expiresAt).toEqual(new Date(now.getTime() + days * 86_400_000));
    }
    expect((await issue({ expires_in_days: null })).key.expiresAt).toBeNull();
  });

  /** dashboard.md 13 */
  it('records created, rotated, and revoked keys in the security log', async () => {
    const by = { ...memberActor(anAccount().id), ip: '192.0.2.1' };
    const { key, secret } = await keys.issue(account.id, newKey(), by);
    const { key: successor } = await keys.rotate(account.id, key.id, overlap(0), by);
    await keys.revoke(account.id, successor.id, SYSTEM);
    await keys.revoke(account.id, successor.id, SYSTEM);
    await expect(keys.rotate(account.id, key.id, overlap(0), by)).rejects.toThrow();
    await expect(keys.issue(account.id, newKey(), by, now)).rejects.toThrow();
    const event = { id: expect.any(String), accountId: account.id, createdAt: now };
    const subject = { id: key.id, name: 'Website' };
    expect(accounts.log.events).toEqual([
      { ...event, type: 'api_key.created', by, subject },
      { ...event, type: 'api_key.rotated', by, subject },
      { ...event, type: 'api_key.revoked', by: SYSTEM, subject: { id: successor.id, name: 'Website' } },
    ]);
    expect(JSON.stringify(accounts.log.events)).not.toContain(secret);
    expect(key.createdBy).toBe(by.id);
    expect(successor.createdBy).toBe(by.id);
  });
});
