import { ownerActor, SYSTEM, VISITOR, type Requester } from '@libs/kernel';
import {
  aSession,
  idAt,
  InMemoryAccountRepository,
  InMemorySecondFactorRepository,
  InMemorySessionRepository,
  InMemorySignInChallengeRepository,
  anAccount,
  anOwner,
  PlainPasswordHasher,
} from '../../testing';
import type { Account } from '../account/account';
import type { Owner } from '../account/owner';
import { assertReauthenticated } from './session';
import { SessionUseCases, type Browser } from './session.use-cases';
import { InMemoryAttemptStore } from './in-memory-attempt-store';
import { SignInThrottle } from './sign-in-throttle';

const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('SessionUseCases', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let repository: InMemorySessionRepository;
  let passwords: PlainPasswordHasher;
  let sessions: SessionUseCases;
  let failures: [accountId: string, by: Requester][];
  let account: Account;
  let owner: Owner;

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    repository = new InMemorySessionRepository(accounts);
    passwords = new PlainPasswordHasher(2);
    failures = [];
    const securityLog = {
      noteFailure: (accountId: string, _type: string, by: Requester) => void failures.push([accountId, by]),
    };
    const secondFactors = new InMemorySecondFactorRepository(accounts);
    const challenges = new InMemorySignInChallengeRepository(accounts);
    sessions = new SessionUseCases(
      { sessions: repository, accounts, passwords, securityLog, secondFactors, challenges },
      new SignInThrottle(new InMemoryAttemptStore(() => now)),
      () => now,
      idAt,
    );
    account = anAccount();
    owner = anOwner({ accountId: account.id, passwordHash: await passwords.hash(PASSWORD) });
    await accounts.add(account, owner);
  });

  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const browser = { userAgent: 'Firefox', address: '192.0.2.1', device: null };
  const signIn = (password = PASSWORD, from: Browser = browser) =>
    sessions.signIn({ email: owner.email, password }, from);
  const required = { kind: 'authentication', code: 'session_required' };
  const wrong = { kind: 'authentication', code: 'invalid_credentials' };

  it('signs in with the password', async () => {
    const { token, signedIn } = await signIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(signedIn).toEqual({
      accountId: account.id,
      ownerId: owner.id,
      sessionId: expect.any(String),
      account,
      email: owner.email,
      isReauthenticated: false,
      mustSetUpSecondFactor: false,
    });
    expect(await sessions.authenticate(token)).toEqual(signedIn);
    expect(await sessions.list(account.id, owner.id)).toEqual([
      expect.objectContaining({ id: signedIn.sessionId, createdAt: now, userAgent: 'Firefox' }),
    ]);
  });

  it('does not open a suspended account, and reveals the suspension only with the password', async () => {
    const { token } = await signIn();
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
    await expect(signIn('wrong')).rejects.toMatchObject(wrong);
    await expect(signIn()).rejects.toMatchObject({
      kind: 'permission',
      code: 'account_suspended',
      message: 'This account is suspended. Contact the operator of this service.',
    });
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: null }));
    expect(await sessions.authenticate(token)).toMatchObject({ accountId: account.id });
  });

  it('creates a new token for every session', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => signIn().then(({ token }) => token)));
    expect(new Set(tokens).size).toBe(5);
  });

  it('throws the same error for a wrong password and an unknown owner, and verifies a hash for both', async () => {
    let looks = 0;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = (hash, password) => {
      looks++;
      return verify(hash, password);
    };
    await expect(signIn('wrong')).rejects.toMatchObject({ ...wrong, message: 'Invalid email or password' });
    for (const email of ['nobody@example.com', 'nul\0@example.com', '']) {
      await expect(sessions.signIn({ email, password: PASSWORD }, browser)).rejects.toMatchObject(wrong);
    }
    expect(looks).toBe(4);
  });

  it('counts concurrent sign-in attempts', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => signIn('wrong')));
    const codes = attempts.map((attempt) => (attempt as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_auth_failures')).toHaveLength(40);
  });

  it('does not delay a known browser or a session because of strangers', async () => {
    const knownBrowser = { ...browser, device: 'laptop' };
    const { signedIn } = await signIn(PASSWORD, knownBrowser);
    for (let n = 0; n < 100; n++) {
      const attempt = signIn('wrong', { ...browser, address: `198.51.100.${n}` });
      await expect(attempt).rejects.toMatchObject(wrong);
    }
    await expect(signIn()).rejects.toMatchObject({ kind: 'rate_limit', code: 'too_many_auth_failures' });
    await signIn(PASSWORD, knownBrowser);
    await sessions.reauthenticate(signedIn, PASSWORD, SYSTEM);
  });

  it('hashes a correct password again only if its hash is outdated', async () => {
    const stored = async () => (await accounts.findOwner(owner.email))!.owner.passwordHash;
    const fresh = await stored();
    await signIn();
    expect(await stored()).toBe(fresh);
    await accounts.setPasswordHash(account.id, owner.id, await new PlainPasswordHasher(1).hash(PASSWORD));
    await expect(signIn('wrong')).rejects.toMatchObject(wrong);
    expect(passwords.isOutdated(await stored())).toBe(true);
    await signIn();
    expect(passwords.isOutdated(await stored())).toBe(false);
    await signIn();
  });

  it('ends a session a day after it was last seen', async () => {
    const { token } = await signIn();
    advance(24 * HOUR - 1);
    await sessions.authenticate(token);
    advance(24 * HOUR - 1);
    await sessions.authenticate(token);
    advance(24 * HOUR);
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
  });

  it('ends a session after 30 days, even if its token was replaced', async () => {
    let { token, signedIn } = await signIn();
    for (let hours = 0; hours < 30 * 24 - 12; hours += 12) {
      advance(12 * HOUR);
      ({ token, signedIn } = await sessions.reauthenticate(
        await sessions.authenticate(token),
        PASSWORD,
        SYSTEM,
      ));
    }
    advance(12 * HOUR);
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
    expect(signedIn.isReauthenticated).toBe(true);
  });

  it('stores lastSeenAt at most once per minute', async () => {
    const { token } = await signIn();
    const seen = async () => (await sessions.list(account.id, owner.id))[0]!.lastSeenAt.getTime();
    const start = now.getTime();
    advance(MINUTE - 1);
    await sessions.authenticate(token);
    expect(await seen()).toBe(start);
    advance(1);
    await sessions.authenticate(token);
    expect(await seen()).toBe(start + MINUTE);
  });

  it('rejects a malformed token without a query', async () => {
    repository.findByDigest = () => Promise.reject(new Error('asked'));
    for (const text of ['', 'x', 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(43)}\n`]) {
      await expect(sessions.authenticate(text)).rejects.toMatchObject(required);
    }
  });

  it('replaces the token on reauthentication, which is valid for 5 minutes', async () => {
    const opened = await signIn();
    expect(() => assertReauthenticated(opened.signedIn)).toThrow('Enter your password to make this change');
    await expect(sessions.reauthenticate(opened.signedIn, 'wrong', SYSTEM)).rejects.toMatchObject(wrong);
    const { token, signedIn } = await sessions.reauthenticate(opened.signedIn, PASSWORD, SYSTEM);
    expect(signedIn).toEqual({ ...opened.signedIn, isReauthenticated: true });
    await expect(sessions.authenticate(opened.token)).rejects.toMatchObject(required);
    assertReauthenticated(await sessions.authenticate(token));
    advance(5 * MINUTE - 1);
    assertReauthenticated(await sessions.authenticate(token));
    advance(1);
    expect((await sessions.authenticate(token)).isReauthenticated).toBe(false);
    advance(-10 * MINUTE);
    expect((await sessions.authenticate(token)).isReauthenticated).toBe(false);
  });

  it('does not replace the token of a session that has ended', async () => {
    const { signedIn } = await signIn();
    await sessions.end(account.id, owner.id, signedIn.sessionId, SYSTEM);
    await expect(sessions.reauthenticate(signedIn, PASSWORD, SYSTEM)).rejects.toMatchObject(required);
    await expect(sessions.restart(signedIn)).rejects.toMatchObject(required);
  });

  it('restart replaces the token and ends all other sessions', async () => {
    const currentSession = await signIn();
    const otherSession = await signIn();
    const { signedIn } = await sessions.reauthenticate(currentSession.signedIn, PASSWORD, SYSTEM);
    const { token } = await sessions.restart(signedIn);
    await expect(sessions.authenticate(currentSession.token)).rejects.toMatchObject(required);
    await expect(sessions.authenticate(otherSession.token)).rejects.toMatchObject(required);
    expect(await sessions.authenticate(token)).toEqual({ ...signedIn, isReauthenticated: false });
  });

  it('restart of an ended session fails, and ends all other sessions', async () => {
    const { signedIn } = await signIn();
    await signIn();
    await sessions.end(account.id, owner.id, signedIn.sessionId, SYSTEM);
    await expect(sessions.restart(signedIn)).rejects.toMatchObject(required);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
  });

  it('does not sign in with a password that is changed concurrently', async () => {
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      const isRight = await verify(hash, password);
      await accounts.setPasswordHash(account.id, owner.id, await passwords.hash('another passphrase'));
      await repository.removeAll(account.id, owner.id);
      return isRight;
    };
    await expect(signIn()).rejects.toMatchObject(wrong);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
  });

  it('does not sign in to an account that is deleted concurrently', async () => {
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      await accounts.remove(account.id, now);
      return verify(hash, password);
    };
    await expect(signIn()).rejects.toMatchObject(wrong);
  });

  it('endByToken ends the session of a token, and ignores unknown tokens', async () => {
    const { token } = await signIn();
    const { signedIn } = await signIn();
    await sessions.endByToken(token);
    await sessions.endByToken(token);
    await sessions.endByToken('no token');
    expect((await sessions.list(account.id, owner.id)).map(({ id }) => id)).toEqual([signedIn.sessionId]);
  });

  it('ends one session or all others, only for their owner', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const otherAccount = anAccount();
    const other = anOwner({ accountId: otherAccount.id });
    await accounts.add(otherAccount, other);
    const notFound = { kind: 'not_found', code: 'session_not_found' };
    const ending = sessions.end(otherAccount.id, other.id, first.signedIn.sessionId, SYSTEM);
    await expect(ending).rejects.toMatchObject(notFound);
    await sessions.end(account.id, owner.id, first.signedIn.sessionId.toUpperCase(), SYSTEM);
    await expect(sessions.end(account.id, owner.id, first.signedIn.sessionId, SYSTEM)).rejects.toMatchObject(
      notFound,
    );
    await sessions.endOthers(second.signedIn, SYSTEM);
    await expect(sessions.authenticate(third.token)).rejects.toMatchObject(required);
    await sessions.authenticate(second.token);
  });

  it('removes ended sessions when the owner signs in again', async () => {
    const past = new Date(now.getTime() - 48 * HOUR);
    await repository.add(aSession({ accountId: account.id, ownerId: owner.id, createdAt: past }));
    await signIn();
    expect(await repository.list(account.id, owner.id)).toHaveLength(1);
  });

  it('stores at most 300 printable ASCII characters of the User-Agent', async () => {
    await signIn(PASSWORD, { ...browser, userAgent: `é\u0007 ${'x'.repeat(400)}` });
    await signIn(PASSWORD, { ...browser, userAgent: '' });
    const names = (await sessions.list(account.id, owner.id)).map(({ userAgent }) => userAgent);
    expect(names.sort()).toEqual([`?? ${'x'.repeat(297)}`, null]);
  });

  /** dashboard.md 13 */
  it('records sign-ins and ended sessions in the security log', async () => {
    const first = await signIn(PASSWORD, { ...browser, ip: '192.0.2.1' });
    const second = await signIn();
    const by = { ...ownerActor(owner.id), ip: '192.0.2.2' };
    await sessions.end(account.id, owner.id, second.signedIn.sessionId, by);
    await expect(sessions.end(account.id, owner.id, second.signedIn.sessionId, by)).rejects.toThrow();
    await sessions.endOthers(first.signedIn, by);
    await signIn();
    await sessions.endOthers(first.signedIn, by);
    await sessions.signOut(first.signedIn);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
    const event = { id: expect.any(String), accountId: account.id, createdAt: now, subject: {} };
    const signedIn = { ...event, type: 'owner.signed_in', by: ownerActor(owner.id) };
    expect(accounts.log.events).toEqual([
      { ...signedIn, by: { ...ownerActor(owner.id), ip: '192.0.2.1' } },
      signedIn,
      { ...event, type: 'session.ended', by },
      signedIn,
      { ...event, type: 'session.ended', by },
    ]);
  });

  it('notes a wrong password of an owner, and none of an unknown email address', async () => {
    const ip = '192.0.2.1';
    const { signedIn } = await signIn();
    await expect(signIn('wrong', { ...browser, ip })).rejects.toMatchObject(wrong);
    const unknown = { email: 'nobody@example.com', password: PASSWORD };
    await expect(sessions.signIn(unknown, browser)).rejects.toMatchObject(wrong);
    const by = { ...ownerActor(owner.id), ip };
    await expect(sessions.reauthenticate(signedIn, 'wrong', by)).rejects.toMatchObject(wrong);
    await sessions.reauthenticate(signedIn, PASSWORD, by);
    expect(failures).toEqual([
      [account.id, { ...VISITOR, ip }],
      [account.id, by],
    ]);
  });
});
