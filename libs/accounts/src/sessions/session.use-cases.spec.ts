import {
  aSession,
  idAt,
  InMemoryAccountRepository,
  InMemorySessionRepository,
  anAccount,
  anOwner,
  PlainPasswordHasher,
} from '../../testing';
import type { Account } from '../account/account';
import type { Owner } from '../account/owner';
import { assertReauthenticated } from './session';
import { SessionUseCases, type Browser } from './session.use-cases';
import { SignInThrottle } from './sign-in-throttle';

const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('sessions', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let repository: InMemorySessionRepository;
  let passwords: PlainPasswordHasher;
  let sessions: SessionUseCases;
  let account: Account;
  let owner: Owner;

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    repository = new InMemorySessionRepository(accounts);
    passwords = new PlainPasswordHasher(2);
    sessions = new SessionUseCases(
      { sessions: repository, accounts, passwords },
      new SignInThrottle(() => now),
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

  it('are opened by the password', async () => {
    const { token, signedIn } = await signIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(signedIn).toEqual({
      accountId: account.id,
      ownerId: owner.id,
      sessionId: expect.any(String),
      account,
      email: owner.email,
      isReauthenticated: false,
    });
    expect(await sessions.authenticate(token)).toEqual(signedIn);
    expect(await sessions.list(account.id, owner.id)).toEqual([
      expect.objectContaining({ id: signedIn.sessionId, createdAt: now, userAgent: 'Firefox' }),
    ]);
  });

  it('never have the same token twice', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => signIn().then(({ token }) => token)));
    expect(new Set(tokens).size).toBe(5);
  });

  it('are refused alike to a wrong password and to nobody, who costs a look at a hash as well', async () => {
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

  it('do not open faster when many try at once', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => signIn('wrong')));
    const codes = attempts.map((attempt) => (attempt as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_auth_failures')).toHaveLength(40);
  });

  it('are not delayed by strangers in a known browser, nor when the owner is signed in', async () => {
    const known = { ...browser, device: 'laptop' };
    const { signedIn } = await signIn(PASSWORD, known);
    for (let n = 0; n < 100; n++) {
      const stranger = signIn('wrong', { ...browser, address: `198.51.100.${n}` });
      await expect(stranger).rejects.toMatchObject(wrong);
    }
    await expect(signIn()).rejects.toMatchObject({ kind: 'rate_limit', code: 'too_many_auth_failures' });
    await signIn(PASSWORD, known);
    await sessions.reauthenticate(signedIn, PASSWORD);
  });

  it('hash a right password anew when its hash is outdated, and only then', async () => {
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

  it('end a day after they were last seen', async () => {
    const { token } = await signIn();
    advance(24 * HOUR - 1);
    await sessions.authenticate(token);
    advance(24 * HOUR - 1);
    await sessions.authenticate(token);
    advance(24 * HOUR);
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
  });

  it('end after thirty days, however often they are renewed', async () => {
    let { token, signedIn } = await signIn();
    for (let hours = 0; hours < 30 * 24 - 12; hours += 12) {
      advance(12 * HOUR);
      ({ token, signedIn } = await sessions.reauthenticate(await sessions.authenticate(token), PASSWORD));
    }
    advance(12 * HOUR);
    await expect(sessions.authenticate(token)).rejects.toMatchObject(required);
    expect(signedIn.isReauthenticated).toBe(true);
  });

  it('note when they were seen, at most once a minute', async () => {
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

  it('ask no repository about what is no token', async () => {
    repository.findByDigest = () => Promise.reject(new Error('asked'));
    for (const text of ['', 'x', 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(43)}\n`]) {
      await expect(sessions.authenticate(text)).rejects.toMatchObject(required);
    }
  });

  it('are renewed by the password, which is good for five minutes', async () => {
    const opened = await signIn();
    expect(() => assertReauthenticated(opened.signedIn)).toThrow('Enter your password to make this change');
    await expect(sessions.reauthenticate(opened.signedIn, 'wrong')).rejects.toMatchObject(wrong);
    const { token, signedIn } = await sessions.reauthenticate(opened.signedIn, PASSWORD);
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

  it('that were ended meanwhile are not renewed', async () => {
    const { signedIn } = await signIn();
    await sessions.end(account.id, owner.id, signedIn.sessionId);
    await expect(sessions.reauthenticate(signedIn, PASSWORD)).rejects.toMatchObject(required);
    await expect(sessions.restart(signedIn)).rejects.toMatchObject(required);
  });

  it('restart after a new password: another token here, nothing anywhere else', async () => {
    const here = await signIn();
    const there = await signIn();
    const { signedIn } = await sessions.reauthenticate(here.signedIn, PASSWORD);
    const { token } = await sessions.restart(signedIn);
    await expect(sessions.authenticate(here.token)).rejects.toMatchObject(required);
    await expect(sessions.authenticate(there.token)).rejects.toMatchObject(required);
    expect(await sessions.authenticate(token)).toEqual({ ...signedIn, isReauthenticated: false });
  });

  it('that were ended meanwhile do not restart, and leave none behind', async () => {
    const { signedIn } = await signIn();
    await signIn();
    await sessions.end(account.id, owner.id, signedIn.sessionId);
    await expect(sessions.restart(signedIn)).rejects.toMatchObject(required);
    expect(await sessions.list(account.id, owner.id)).toEqual([]);
  });

  it('are not opened by a password that is replaced in that moment', async () => {
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

  it('are not opened in an account that is deleted in that moment', async () => {
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      await accounts.remove(account.id, now);
      return verify(hash, password);
    };
    await expect(signIn()).rejects.toMatchObject(wrong);
  });

  it('end when another takes their place', async () => {
    const { token } = await signIn();
    const { signedIn } = await signIn();
    await sessions.leave(token);
    await sessions.leave(token);
    await sessions.leave('no token');
    expect((await sessions.list(account.id, owner.id)).map(({ id }) => id)).toEqual([signedIn.sessionId]);
  });

  it('are ended one by one or but for one, by their owner only', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const stranger = anAccount();
    const other = anOwner({ accountId: stranger.id });
    await accounts.add(stranger, other);
    const notFound = { kind: 'not_found', code: 'session_not_found' };
    const ending = sessions.end(stranger.id, other.id, first.signedIn.sessionId);
    await expect(ending).rejects.toMatchObject(notFound);
    await sessions.end(account.id, owner.id, first.signedIn.sessionId.toUpperCase());
    await expect(sessions.end(account.id, owner.id, first.signedIn.sessionId)).rejects.toMatchObject(
      notFound,
    );
    await sessions.endOthers(second.signedIn);
    await expect(sessions.authenticate(third.token)).rejects.toMatchObject(required);
    await sessions.authenticate(second.token);
  });

  it('forget what has ended when the owner signs in again', async () => {
    const past = new Date(now.getTime() - 48 * HOUR);
    await repository.add(aSession({ accountId: account.id, ownerId: owner.id, createdAt: past }));
    await signIn();
    expect(await repository.list(account.id, owner.id)).toHaveLength(1);
  });

  it('keep of a browser’s name what fits, and no letter that could break a line', async () => {
    await signIn(PASSWORD, { ...browser, userAgent: `é\u0007 ${'x'.repeat(400)}` });
    await signIn(PASSWORD, { ...browser, userAgent: '' });
    const names = (await sessions.list(account.id, owner.id)).map(({ userAgent }) => userAgent);
    expect(names.sort()).toEqual([`?? ${'x'.repeat(297)}`, null]);
  });
});
