import type { Account } from './account';
import { digestOf } from './api-key';
import { ApiKeyUseCases } from './api-key.use-cases';
import { anAccount, anOwner, idAt, InMemoryAccountRepository, InMemoryApiKeyRepository } from '../testing';

describe('API keys', () => {
  let now: Date;
  let account: Account;
  let revoked: string[];
  let repository: InMemoryApiKeyRepository;
  let keys: ApiKeyUseCases;
  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    const accounts = new InMemoryAccountRepository();
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
  const issue = (given = {}) => keys.issue(account.id, { name: 'Website', createdBy: null, ...given });

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
    await issue({ expiresAt: new Date(now.getTime() + 1000) });
    await expect(issue()).rejects.toMatchObject(refusal);
    now = new Date(now.getTime() + 1000);
    await issue();
  });

  it('are refused with their faults, and for an unknown account', async () => {
    await expect(issue({ name: '' })).rejects.toMatchObject({ kind: 'validation', code: 'empty_value' });
    const unknown = keys.issue(anAccount().id, { name: 'Website', createdBy: null });
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
});
