import { memberActor, SYSTEM, VISITOR, type Requester } from '@libs/kernel';
import {
  aSession,
  idAt,
  InMemoryAccountRepository,
  InMemoryMembershipRepository,
  InMemoryPersonRepository,
  InMemorySecondFactorRepository,
  InMemorySessionRepository,
  InMemorySignInChallengeRepository,
  anAccount,
  aPerson,
  PlainPasswordHasher,
} from '../../testing';
import type { Account } from '../account/account';
import type { AccountOfPerson } from '../memberships/membership';
import type { Person } from '../people/person';
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
  let people: InMemoryPersonRepository;
  let repository: InMemorySessionRepository;
  let passwords: PlainPasswordHasher;
  let sessions: SessionUseCases;
  let failures: [accountId: string, by: Requester][];
  let account: Account;
  let owner: Person;

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    people = new InMemoryPersonRepository(accounts);
    const memberships = new InMemoryMembershipRepository(accounts);
    repository = new InMemorySessionRepository(accounts);
    passwords = new PlainPasswordHasher(2);
    failures = [];
    const securityLog = {
      noteFailure: async (_: string, found: Promise<readonly AccountOfPerson[]>, by: Requester) => {
        for (const { account } of await found) failures.push([account.id, by]);
      },
    };
    const secondFactors = new InMemorySecondFactorRepository(accounts);
    const challenges = new InMemorySignInChallengeRepository(accounts);
    sessions = new SessionUseCases(
      { sessions: repository, people, memberships, passwords, securityLog, secondFactors, challenges },
      new SignInThrottle(new InMemoryAttemptStore(() => now)),
      () => now,
      idAt,
    );
    account = anAccount();
    owner = aPerson({ passwordHash: await passwords.hash(PASSWORD) });
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
      personId: owner.id,
      sessionId: expect.any(String),
      account,
      person: {
        id: owner.id,
        name: owner.name,
        email: owner.email,
        emailConfirmedAt: owner.emailConfirmedAt,
      },
      role: 'owner',
      isReauthenticated: false,
      mustSetUpSecondFactor: false,
    });
    expect(await sessions.authenticate(token)).toEqual(signedIn);
    expect(await sessions.list(owner.id)).toEqual([
      expect.objectContaining({ id: signedIn.sessionId, createdAt: now, userAgent: 'Firefox' }),
    ]);
  });

  it('does not open a suspended account, and reveals the suspension only with the password', async () => {
    const { token } = await signIn();
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
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

  it('throws the same error for a wrong password and an unknown person, and verifies a hash for both', async () => {
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
    const stored = async () => (await people.find(owner.id))!.passwordHash;
    const fresh = await stored();
    await signIn();
    expect(await stored()).toBe(fresh);
    await people.update(owner.id, { passwordHash: await new PlainPasswordHasher(1).hash(PASSWORD) });
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
    expect(await sessions.list(owner.id)).toEqual([]);
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
    const seen = async () => (await sessions.list(owner.id))[0]!.lastSeenAt.getTime();
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
    await sessions.end(signedIn, signedIn.sessionId, SYSTEM);
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
    await sessions.end(signedIn, signedIn.sessionId, SYSTEM);
    await expect(sessions.restart(signedIn)).rejects.toMatchObject(required);
    expect(await sessions.list(owner.id)).toEqual([]);
  });

  it('does not sign in with a password that is changed concurrently', async () => {
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      const isRight = await verify(hash, password);
      await people.update(owner.id, { passwordHash: await passwords.hash('another passphrase') });
      await repository.removeAll(owner.id);
      return isRight;
    };
    await expect(signIn()).rejects.toMatchObject(wrong);
    expect(await sessions.list(owner.id)).toEqual([]);
  });

  it('does not sign in to an account that is deleted concurrently', async () => {
    const add = repository.add.bind(repository);
    repository.add = async (...session) => {
      await accounts.remove(account.id, now);
      return add(...session);
    };
    await expect(signIn()).rejects.toMatchObject(wrong);
  });

  /** team.md 1 */
  it('does not sign in a person without an account, and says so only with the password', async () => {
    accounts.leave(account.id, owner.id);
    await expect(signIn('wrong')).rejects.toMatchObject(wrong);
    await expect(signIn()).rejects.toMatchObject({ kind: 'permission', code: 'no_account' });
  });

  /** team.md 4 */
  describe('with several accounts', () => {
    let second: Account;
    beforeEach(async () => {
      second = anAccount({ createdAt: new Date('2026-03-03T12:30:00.000Z') });
      await accounts.add(second, aPerson());
      const createdAt = new Date('2026-03-03T13:00:00.000Z');
      accounts.join({ accountId: second.id, personId: owner.id, role: 'viewer', createdAt });
    });
    const notFound = { kind: 'not_found', code: 'account_not_found' };

    it('lists them, opens the first one, and switches to another', async () => {
      const { token, signedIn } = await signIn();
      expect(await sessions.accountsOf(owner.id)).toEqual([
        { account, role: 'owner' },
        { account: second, role: 'viewer' },
      ]);
      expect(signedIn.accountId).toBe(account.id);
      const switched = await sessions.switchAccount(signedIn, second.id.toUpperCase());
      expect(switched).toEqual({ ...signedIn, accountId: second.id, account: second, role: 'viewer' });
      expect(await sessions.authenticate(token)).toEqual(switched);
      expect((await sessions.list(owner.id)).map(({ id }) => id)).toEqual([signedIn.sessionId]);
    });

    /** second-factor.md 5 */
    it('asks for the setup of a second factor only in the account that requires one', async () => {
      await accounts.revise(second.id, (current) => ({ ...current, requiresSecondFactor: true }));
      const { token, signedIn } = await signIn();
      expect(signedIn.mustSetUpSecondFactor).toBe(false);
      const switched = await sessions.switchAccount(signedIn, second.id);
      expect(switched.mustSetUpSecondFactor).toBe(true);
      expect(await sessions.authenticate(token)).toEqual(switched);
      const back = await sessions.switchAccount(switched, account.id);
      expect(back.mustSetUpSecondFactor).toBe(false);
    });

    it('does not switch to an account of others or a suspended one', async () => {
      const other = anAccount();
      await accounts.add(other, aPerson());
      const { signedIn } = await signIn();
      for (const id of [other.id, 'abc', '']) {
        await expect(sessions.switchAccount(signedIn, id)).rejects.toMatchObject(notFound);
      }
      await accounts.revise(second.id, (current) => ({ ...current, suspendedAt: now }));
      await expect(sessions.switchAccount(signedIn, second.id)).rejects.toMatchObject({
        code: 'account_suspended',
      });
      await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
      await expect(signIn()).rejects.toMatchObject({ code: 'account_suspended' });
      await accounts.revise(second.id, (current) => ({ ...current, suspendedAt: null }));
      expect((await signIn()).signedIn.accountId).toBe(second.id);
    });

    it('ends streams of an account that was left, suspended, or switched away from', async () => {
      const { signedIn } = await signIn();
      await sessions.assertOpen(signedIn);
      const switched = await sessions.switchAccount(signedIn, second.id);
      await expect(sessions.assertOpen(signedIn)).rejects.toMatchObject(required);
      await sessions.assertOpen(switched);
      await accounts.revise(second.id, (current) => ({ ...current, suspendedAt: now }));
      await expect(sessions.assertOpen(switched)).rejects.toMatchObject(required);
      await accounts.revise(second.id, (current) => ({ ...current, suspendedAt: null }));
      accounts.leave(second.id, owner.id);
      await expect(sessions.assertOpen(switched)).rejects.toMatchObject(required);
    });
  });

  it('endByToken ends the session of a token, and ignores unknown tokens', async () => {
    const { token } = await signIn();
    const { signedIn } = await signIn();
    await sessions.endByToken(token);
    await sessions.endByToken(token);
    await sessions.endByToken('no token');
    expect((await sessions.list(owner.id)).map(({ id }) => id)).toEqual([signedIn.sessionId]);
  });

  it('ends one session or all others, only for their person', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const otherAccount = anAccount();
    const other = aPerson();
    await accounts.add(otherAccount, other);
    const notFound = { kind: 'not_found', code: 'session_not_found' };
    const ofOther = (await sessions.open({ account: otherAccount, person: other, role: 'owner' })).signedIn;
    const ending = sessions.end(ofOther, first.signedIn.sessionId, SYSTEM);
    await expect(ending).rejects.toMatchObject(notFound);
    await sessions.end(first.signedIn, first.signedIn.sessionId.toUpperCase(), SYSTEM);
    await expect(sessions.end(first.signedIn, first.signedIn.sessionId, SYSTEM)).rejects.toMatchObject(
      notFound,
    );
    await sessions.endOthers(second.signedIn, SYSTEM);
    await expect(sessions.authenticate(third.token)).rejects.toMatchObject(required);
    await sessions.authenticate(second.token);
  });

  it('removes ended sessions when the person signs in again', async () => {
    const past = new Date(now.getTime() - 48 * HOUR);
    await repository.add(aSession({ accountId: account.id, personId: owner.id, createdAt: past }));
    await signIn();
    expect(await repository.list(owner.id)).toHaveLength(1);
  });

  it('stores at most 300 printable ASCII characters of the User-Agent', async () => {
    await signIn(PASSWORD, { ...browser, userAgent: `é\u0007 ${'x'.repeat(400)}` });
    await signIn(PASSWORD, { ...browser, userAgent: '' });
    const names = (await sessions.list(owner.id)).map(({ userAgent }) => userAgent);
    expect(names.sort()).toEqual([`?? ${'x'.repeat(297)}`, null]);
  });

  /** dashboard.md 13 */
  it('records sign-ins and ended sessions in the security log', async () => {
    const first = await signIn(PASSWORD, { ...browser, ip: '192.0.2.1' });
    const second = await signIn();
    const by = { ...memberActor(owner.id), ip: '192.0.2.2' };
    await sessions.end(first.signedIn, second.signedIn.sessionId, by);
    await expect(sessions.end(first.signedIn, second.signedIn.sessionId, by)).rejects.toThrow();
    await sessions.endOthers(first.signedIn, by);
    await signIn();
    await sessions.endOthers(first.signedIn, by);
    await sessions.signOut(first.signedIn);
    expect(await sessions.list(owner.id)).toEqual([]);
    const event = { id: expect.any(String), accountId: account.id, createdAt: now, subject: {} };
    const signedIn = { ...event, type: 'owner.signed_in', by: memberActor(owner.id) };
    expect(accounts.log.events).toEqual([
      { ...signedIn, by: { ...memberActor(owner.id), ip: '192.0.2.1' } },
      signedIn,
      { ...event, type: 'session.ended', by },
      signedIn,
      { ...event, type: 'session.ended', by },
    ]);
  });

  it('notes a wrong password of a person, and none of an unknown email address', async () => {
    const ip = '192.0.2.1';
    const { signedIn } = await signIn();
    await expect(signIn('wrong', { ...browser, ip })).rejects.toMatchObject(wrong);
    const unknown = { email: 'nobody@example.com', password: PASSWORD };
    await expect(sessions.signIn(unknown, browser)).rejects.toMatchObject(wrong);
    const by = { ...memberActor(owner.id), ip };
    await expect(sessions.reauthenticate(signedIn, 'wrong', by)).rejects.toMatchObject(wrong);
    await sessions.reauthenticate(signedIn, PASSWORD, by);
    expect(failures).toEqual([
      [account.id, { ...VISITOR, ip }],
      [account.id, by],
    ]);
  });
});
