import type { Account } from '../account/account';
import { newSecret, type ApiKey } from './api-key';
import { digestOf } from '../secret-digest';
import { ApiKeyAuthenticator, type Caller } from './api-key-authenticator';
import {
  aKeyAndSecret,
  anAccount,
  aPerson,
  InMemoryAccountRepository,
  InMemoryApiKeyRepository,
} from '../../testing';

/** Counts the queries, and lets a test delay them or make them fail. */
class WatchedKeys extends InMemoryApiKeyRepository {
  queries = 0;
  touches = 0;
  gate: Promise<void> = Promise.resolve();
  touchGate: Promise<void> = Promise.resolve();

  override async findByDigest(digest: Buffer) {
    this.queries++;
    const match = await super.findByDigest(digest);
    await this.gate;
    return match;
  }

  override async touch(keyId: string, at: Date) {
    this.touches++;
    await this.touchGate;
    await super.touch(keyId, at);
  }
}

const START = Date.parse('2026-03-03T10:00:00.000Z');

/** api-keys.md 2 */
describe('ApiKeyAuthenticator', () => {
  let now: number;
  let account: Account;
  let accounts: InMemoryAccountRepository;
  let keys: WatchedKeys;
  let authenticator: ApiKeyAuthenticator;
  let failures: unknown[];

  beforeEach(async () => {
    now = START;
    failures = [];
    accounts = new InMemoryAccountRepository();
    account = anAccount();
    await accounts.add(account, aPerson());
    keys = new WatchedKeys(accounts);
    authenticator = new ApiKeyAuthenticator(
      keys,
      () => new Date(now),
      (error) => failures.push(error),
    );
  });

  async function issue(overrides: Partial<ApiKey> = {}) {
    const pair = aKeyAndSecret({ accountId: account.id, ...overrides });
    await keys.add(pair.key, { active: 100, perHour: 100 });
    return pair;
  }
  const authenticate = async (secret: string) => authenticator.authenticate(secret);
  const errorWith = (code: string, message: string) =>
    expect.objectContaining({ kind: 'authentication', code, message });
  const INVALID = errorWith('api_key_invalid', 'Invalid API key');
  const REVOKED = errorWith('api_key_revoked', 'API key has been revoked');
  const EXPIRED = errorWith('api_key_expired', 'API key has expired');

  /** Lets running queries end. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('returns the caller', async () => {
    const origins = ['https://a.example'];
    const { key, secret } = await issue({ permission: 'submit', allowedOrigins: origins });
    expect(await authenticate(secret)).toEqual({
      accountId: account.id,
      keyId: key.id,
      bucketId: key.id,
      permission: 'submit',
      allowedOrigins: origins,
      plan: 'free',
      requiresIdentity: false,
    });
  });

  it('rejects a malformed key without a query', () => {
    const vector = newSecret();
    const wrong = [
      '',
      'abc',
      `${vector} `,
      `${vector.slice(0, -1)}!`,
      vector.replace('live', 'test'),
      'x'.repeat(46),
    ];
    wrong.push(vector.slice(0, -1) + (vector.endsWith('0') ? '1' : '0'), 'x'.repeat(1_000_000));
    for (const secret of wrong) expect(() => authenticator.authenticate(secret)).toThrow(INVALID);
    expect(keys.queries).toBe(0);
  });

  it('rejects unknown, revoked, and expired keys with a query each time', async () => {
    const revoked = await issue({ revokedAt: new Date(START - 1) });
    const expired = await issue({ expiresAt: new Date(START) });
    for (let i = 0; i < 2; i++) {
      await expect(authenticate(newSecret())).rejects.toEqual(INVALID);
      await expect(authenticate(revoked.secret)).rejects.toEqual(REVOKED);
      await expect(authenticate(expired.secret)).rejects.toEqual(EXPIRED);
    }
    expect(keys.queries).toBe(6);
    expect(keys.touches).toBe(0);
  });

  it('rejects every key of a suspended account with a query each time, and accepts them again', async () => {
    const { secret } = await issue();
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: new Date(START) }));
    const suspended = { kind: 'permission', code: 'account_suspended' };
    for (let i = 0; i < 2; i++) await expect(authenticate(secret)).rejects.toMatchObject(suspended);
    expect(keys.queries).toBe(2);
    expect(keys.touches).toBe(0);
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: null }));
    expect(await authenticate(secret)).toMatchObject({ accountId: account.id });
  });

  it('returns synchronously for 900 ms from the start of the last query', async () => {
    const { secret } = await issue();
    let open = () => {};
    keys.gate = new Promise((resolve) => (open = resolve));
    const first = authenticate(secret);
    now += 400;
    open();
    const caller = await first;
    now = START + 499;
    expect(authenticator.authenticate(secret)).toBe(caller);
    expect(keys.queries).toBe(1);
    now = START + 900;
    expect(authenticator.authenticate(secret)).toBeInstanceOf(Promise);
    expect(keys.queries).toBe(2);
  });

  it('renews a key after 500 ms, without a wait for the requests meanwhile', async () => {
    const { secret } = await issue();
    const caller = await authenticate(secret);
    let open = () => {};
    keys.gate = new Promise((resolve) => (open = resolve));
    for (now = START + 500; now < START + 900; now += 100)
      expect(authenticator.authenticate(secret)).toBe(caller);
    expect(keys.queries).toBe(2);
    open();
    await settled();
    now = START + 1_399;
    expect(authenticator.authenticate(secret)).toEqual(caller);
  });

  it('ends the use of a key whose renewal finds it revoked, but not if the renewal fails', async () => {
    const { key, secret } = await issue();
    const caller = await authenticate(secret);
    now = START + 500;
    keys.gate = Promise.reject(new Error('Connection terminated'));
    expect(authenticator.authenticate(secret)).toBe(caller);
    await settled();
    expect(authenticator.authenticate(secret)).toBe(caller);
    await settled();
    keys.gate = Promise.resolve();
    await keys.revoke(account.id, key.id, new Date(now));
    expect(authenticator.authenticate(secret)).toBe(caller);
    await settled();
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
  });

  it('ignores the cache after the clock was set back', async () => {
    const { secret } = await issue();
    await authenticate(secret);
    now -= 3_600_000;
    await authenticate(secret);
    expect(keys.queries).toBe(2);
  });

  it('applies a revocation and a change of plan within a second', async () => {
    const { key, secret } = await issue();
    await authenticate(secret);
    await accounts.revise(account.id, (current) => ({ ...current, plan: 'pro' }));
    now += 1000;
    expect(await authenticate(secret)).toMatchObject({ plan: 'pro' });
    await keys.revoke(account.id, key.id, new Date(now));
    now += 1000;
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
  });

  it('rejects a cached key exactly at its expiry', async () => {
    const { secret } = await issue({ expiresAt: new Date(START + 300) });
    await authenticate(secret);
    now = START + 299;
    expect(authenticator.authenticate(secret)).toMatchObject({ accountId: account.id });
    now = START + 300;
    expect(() => authenticator.authenticate(secret)).toThrow(EXPIRED);
    expect(keys.queries).toBe(1);
  });

  it('shares a query among concurrent requests, unless it started too long ago', async () => {
    const { secret } = await issue();
    let open = () => {};
    keys.gate = new Promise((resolve) => (open = resolve));
    const waiting = Array.from({ length: 20 }, () => authenticate(secret));
    expect(keys.queries).toBe(1);
    now += 900;
    const late = authenticate(secret);
    expect(keys.queries).toBe(2);
    open();
    const callers = await Promise.all([...waiting, late]);
    expect(new Set(callers.map(({ keyId }) => keyId)).size).toBe(1);
  });

  it('runs a new query after one that failed', async () => {
    const { secret } = await issue();
    keys.gate = Promise.reject(new Error('gone'));
    await expect(Promise.all([authenticate(secret), authenticate(secret)])).rejects.toThrow('gone');
    keys.gate = Promise.resolve();
    expect(await authenticate(secret)).toMatchObject({ accountId: account.id });
    expect(keys.queries).toBe(2);
  });

  it('removes a forgotten key from the cache, and no other', async () => {
    const { key, secret } = await issue();
    const other = await issue();
    await Promise.all([authenticate(secret), authenticate(other.secret)]);
    await keys.revoke(account.id, key.id, new Date(now));
    authenticator.forget(key.id);
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
    expect(authenticator.authenticate(other.secret)).toMatchObject({ keyId: other.key.id });
  });

  it('does not share or cache the result of a running query after forget', async () => {
    const { key, secret } = await issue();
    let open = () => {};
    keys.gate = new Promise((resolve) => (open = resolve));
    const early = authenticate(secret);
    await Promise.resolve();
    await keys.revoke(account.id, key.id, new Date(now));
    authenticator.forget(key.id);
    const late = authenticate(secret);
    open();
    await early;
    await expect(late).rejects.toEqual(REVOKED);
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
  });

  it('authenticateUncached ignores the cache and updates it', async () => {
    const { key, secret } = await issue();
    await authenticate(secret);
    expect(await authenticator.authenticateUncached(secret)).toMatchObject({ keyId: key.id });
    expect(keys.queries).toBe(2);
    expect(authenticator.authenticate(secret)).toMatchObject({ keyId: key.id });
    await keys.revoke(account.id, key.id, new Date(now));
    await expect(authenticator.authenticateUncached(secret)).rejects.toEqual(REVOKED);
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
    await expect(authenticator.authenticateUncached('abc')).rejects.toEqual(INVALID);
    await expect(authenticator.authenticateUncached('x'.repeat(46))).rejects.toEqual(INVALID);
    expect(keys.queries).toBe(4);
  });

  it('authenticateUncached does not share a running query', async () => {
    const { key, secret } = await issue();
    let open = () => {};
    keys.gate = new Promise((resolve) => (open = resolve));
    const early = authenticate(secret);
    await Promise.resolve();
    await keys.revoke(account.id, key.id, new Date(now));
    const late = authenticator.authenticateUncached(secret);
    open();
    await early;
    await expect(late).rejects.toEqual(REVOKED);
    await expect(authenticate(secret)).rejects.toEqual(REVOKED);
  });

  it('caches at most 10,000 keys, and no secrets', async () => {
    // Random bytes of the system take most of the time of a key.
    const random = () => Uint8Array.of(Math.random() * 256);
    const pairs = Array.from({ length: 10_050 }, () =>
      aKeyAndSecret({ accountId: account.id }, newSecret(random)),
    );
    const byDigest = new Map(pairs.map(({ key }) => [key.digest.toString('hex'), key]));
    let queries = 0;
    jest.spyOn(keys, 'findByDigest').mockImplementation(async (digest) => {
      queries++;
      return {
        key: byDigest.get(digest.toString('hex'))!,
        plan: 'free',
        isSuspended: false,
        requiresIdentity: false,
      };
    });
    for (const { secret } of pairs) await authenticate(secret);
    queries = 0;
    expect(authenticator.authenticate(pairs.at(-1)!.secret)).not.toBeInstanceOf(Promise);
    expect(authenticator.authenticate(pairs[50]!.secret)).not.toBeInstanceOf(Promise);
    expect(queries).toBe(0);
    await authenticate(pairs[0]!.secret);
    expect(queries).toBe(1);
    expect((authenticator as unknown as { cached: Map<string, unknown> }).cached.size).toBe(10_000);
    const inside = JSON.stringify([...(authenticator as unknown as { cached: Map<string, unknown> }).cached]);
    expect(inside).not.toContain(pairs.at(-1)!.secret);
  });

  describe('last use of a key', () => {
    const lastUse = async (secret: string) =>
      (await keys.findByDigest(digestOf(secret)))?.key.lastUsedAt?.getTime();

    it('is stored once per minute', async () => {
      const { secret } = await issue();
      for (let second = 0; second < 60; second++) {
        now = START + second * 1000;
        await authenticate(secret);
      }
      await authenticator.flush();
      expect(keys.touches).toBe(1);
      expect(await lastUse(secret)).toBe(START);
      now = START + 60_000;
      await authenticate(secret);
      await authenticator.flush();
      expect(keys.touches).toBe(2);
      expect(await lastUse(secret)).toBe(START + 60_000);
    });

    it('is stored in the background, by one write at a time, and flush waits for it', async () => {
      const { secret } = await issue();
      let open = () => {};
      keys.touchGate = new Promise((resolve) => (open = resolve));
      await authenticate(secret);
      now += 1000;
      await authenticate(secret);
      expect(keys.touches).toBe(1);
      let flushed = false;
      const flush = authenticator.flush().then(() => (flushed = true));
      await new Promise(setImmediate);
      expect(flushed).toBe(false);
      open();
      await flush;
      expect(await lastUse(secret)).toBe(START);
    });

    it('reports a failed write to the callback only', async () => {
      const { secret } = await issue();
      keys.touchGate = Promise.reject(new Error('read-only'));
      const caller: Caller = await authenticate(secret);
      expect(caller.accountId).toBe(account.id);
      await authenticator.flush();
      expect(failures).toEqual([new Error('read-only')]);
    });
  });
});
