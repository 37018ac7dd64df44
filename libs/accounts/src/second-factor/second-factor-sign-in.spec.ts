import { parse, type DomainError } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  idAt,
  InMemoryAccountRepository,
  InMemoryMembershipRepository,
  InMemoryPersonRepository,
  InMemorySecondFactorRepository,
  InMemorySessionRepository,
  InMemorySignInChallengeRepository,
  PlainPasswordHasher,
  PlainSecretSealer,
} from '../../testing';
import type { Account } from '../account/account';
import type { AccountOfPerson } from '../memberships/membership';
import type { Person } from '../people/person';
import { InMemoryAttemptStore } from '../sessions/in-memory-attempt-store';
import { SessionUseCases } from '../sessions/session.use-cases';
import { SignInThrottle } from '../sessions/sign-in-throttle';
import { recoveryDigestOf } from './recovery-codes';
import { secondStepRule } from './second-factor';
import { SecondFactorSignIn } from './second-factor-sign-in';

const PASSWORD = 'correct horse battery';
/** The secret of RFC 6238, at the time of one of its test vectors. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const TIME = new Date(1111111111_000);
const CODE = '050471';
const STEP = 0x23523ed;
const wrong = { kind: 'authentication', code: 'invalid_code' };
const expired = { kind: 'authentication', code: 'challenge_expired' };

/** second-factor.md 3, second-factor.md 4 */
describe('SecondFactorSignIn', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let secondFactors: InMemorySecondFactorRepository;
  let sessions: SessionUseCases;
  let signIn: SecondFactorSignIn;
  let people: InMemoryPersonRepository;
  let failures: [accountId: string, type: string][];
  let account: Account;
  let owner: Person;

  beforeEach(async () => {
    now = TIME;
    accounts = new InMemoryAccountRepository();
    secondFactors = new InMemorySecondFactorRepository(accounts);
    people = new InMemoryPersonRepository(accounts);
    failures = [];
    const ports = {
      people,
      memberships: new InMemoryMembershipRepository(accounts),
      secondFactors,
      sessions: new InMemorySessionRepository(accounts),
      challenges: new InMemorySignInChallengeRepository(accounts),
      passwords: new PlainPasswordHasher(),
      box: new PlainSecretSealer(),
      securityLog: {
        noteFailure: async (type: string, found: Promise<readonly AccountOfPerson[]>) => {
          for (const { account } of await found) failures.push([account.id, type]);
        },
      },
    };
    const throttle = new SignInThrottle(new InMemoryAttemptStore(() => now));
    sessions = new SessionUseCases(ports, throttle, () => now, idAt);
    signIn = new SecondFactorSignIn(ports, throttle, () => now, idAt);
    account = anAccount();
    owner = aPerson({ passwordHash: await ports.passwords.hash(PASSWORD) });
    await accounts.add(account, owner);
    await activate();
  });
  async function activate() {
    await secondFactors.begin(owner.id, new PlainSecretSealer().seal(SECRET, owner.id));
    const factor = (await secondFactors.find(owner.id))!;
    const recoveryDigests = ['aaaa', 'bbbb'].map(recoveryDigestOf);
    await secondFactors.confirm({ ...factor, confirmedAt: now, lastStep: STEP - 10, recoveryDigests });
  }
  const advance = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const firstStep = (password = PASSWORD) =>
    sessions.signIn({ email: owner.email, password }, { address: '192.0.2.1', device: null });
  const challenge = async () => {
    const error = await firstStep().then(
      () => null,
      (reason: DomainError) => reason,
    );
    expect(error).toMatchObject({ kind: 'authentication', code: 'second_factor_required' });
    return error!.facts.challenge!;
  };
  const complete = (token: string, code = CODE, isKnown = false) =>
    signIn.complete(parse(secondStepRule, { challenge: token, code }), {
      userAgent: 'Firefox',
      ip: '192.0.2.1',
      isKnown: () => isKnown,
    });

  it('opens no session with the password alone', async () => {
    const token = await challenge();
    expect(token).toMatch(/^[\w-]{43}$/);
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'session_required' });
    await expect(sessions.open({ account, person: owner, role: 'owner' })).rejects.toMatchObject({
      code: 'second_factor_required',
    });
    expect(await sessions.list(owner.id)).toEqual([]);
    await expect(firstStep('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('opens a session with a code, and records one sign-in', async () => {
    const { token, signedIn } = await complete(await challenge(), `${CODE.slice(0, 3)}-${CODE.slice(3)}`);
    expect(await sessions.authenticate(token)).toEqual(signedIn);
    expect(signedIn).toMatchObject({ personId: owner.id, role: 'owner', isReauthenticated: false });
    const [event, ...others] = await accounts.log.list(account.id, { limit: 10 });
    expect(event).toMatchObject({ type: 'owner.signed_in', by: { id: owner.id, ip: '192.0.2.1' } });
    expect(others).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('accepts no code twice, also with another challenge', async () => {
    await complete(await challenge());
    await expect(complete(await challenge())).rejects.toMatchObject(wrong);
    expect(failures).toEqual([[account.id, 'owner.second_factor_failed']]);
  });

  it('accepts each recovery code once', async () => {
    await complete(await challenge(), 'AAAA');
    await expect(complete(await challenge(), 'aaaa')).rejects.toMatchObject(wrong);
    await complete(await challenge(), 'bb-bb');
    const types = (await accounts.log.list(account.id, { limit: 10 })).map(({ type }) => type);
    expect(types.filter((type) => type === 'owner.recovery_code_used')).toHaveLength(2);
  });

  /** team.md 5 */
  it('joins an account after the code, and opens it', async () => {
    const invited = anAccount();
    const inviter = aPerson();
    await accounts.add(invited, inviter);
    const calls: string[] = [];
    const offer = async () => {
      calls.push('offer');
      return { account: invited, role: 'viewer' as const };
    };
    const accept = async () => {
      calls.push('accept');
      accounts.join({ accountId: invited.id, personId: owner.id, role: 'viewer', createdAt: now });
      return { account: invited, role: 'viewer' as const, person: owner };
    };
    const joining = { offer, accept };
    const credentials = { email: owner.email, password: PASSWORD };
    const first = sessions.signIn(credentials, { address: '192.0.2.1', device: null }, joining);
    await expect(first).rejects.toMatchObject({ code: 'second_factor_required' });
    const step = (code: string, token: string) =>
      signIn.complete(parse(secondStepRule, { challenge: token, code }), { isKnown: () => false }, joining);
    const token = await challenge();
    await expect(step('000000', token)).rejects.toMatchObject(wrong);
    expect(calls).toEqual(['offer', 'offer']);
    const { signedIn } = await step('AAAA', token);
    expect(signedIn).toMatchObject({ accountId: invited.id, role: 'viewer' });
    expect(calls.slice(2)).toEqual(['offer', 'accept']);
    const used = (await accounts.log.list(account.id, { limit: 9 })).map(({ type }) => type);
    expect(used).toContain('owner.recovery_code_used');
  });

  it('accepts a challenge once, and lets a wrong code be corrected', async () => {
    const token = await challenge();
    for (const code of ['000000', '', 'x'.repeat(1000)]) {
      await expect(complete(token, code)).rejects.toMatchObject(wrong);
    }
    await complete(token);
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(expired);
    expect((await secondFactors.find(owner.id))?.recoveryDigests).toHaveLength(2);
  });

  it('opens one session for concurrent codes of one challenge', async () => {
    const token = await challenge();
    const results = await Promise.allSettled([complete(token), complete(token, 'aaaa')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await sessions.list(owner.id)).toHaveLength(1);
  });

  it('expires after five minutes', async () => {
    const token = await challenge();
    advance(299.999);
    await expect(complete(token, '000000')).rejects.toMatchObject(wrong);
    advance(0.001);
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(expired);
    for (const unknown of ['', 'abc', 'A'.repeat(43)]) {
      await expect(complete(unknown, 'aaaa')).rejects.toMatchObject(expired);
    }
  });

  it('ends with a change of the password, with the factor, and with the account', async () => {
    const token = await challenge();
    await secondFactors.remove(owner.id);
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(expired);
    await activate();
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
    await expect(complete(token, 'aaaa')).rejects.toMatchObject({ code: 'account_suspended' });
    await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: null }));
    await people.update(owner.id, { passwordHash: 'another' });
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(expired);
    await accounts.remove(account.id, now);
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(expired);
  });

  /** team.md 4 */
  describe('with several accounts', () => {
    let second: Account;
    beforeEach(async () => {
      second = anAccount();
      await accounts.add(second, aPerson());
      const createdAt = new Date(second.createdAt.getTime() + 60_000);
      accounts.join({ accountId: second.id, personId: owner.id, role: 'viewer', createdAt });
    });

    it('opens the account of the first step, or the next one if that is left or suspended', async () => {
      const { signedIn } = await complete(await challenge());
      expect(signedIn.accountId).toBe(account.id);
      const token = await challenge();
      await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: now }));
      expect((await complete(token, 'aaaa')).signedIn).toMatchObject({
        accountId: second.id,
        role: 'viewer',
      });
      await accounts.revise(account.id, (current) => ({ ...current, suspendedAt: null }));
      const another = await challenge();
      accounts.leave(account.id, owner.id);
      expect((await complete(another, 'bbbb')).signedIn.accountId).toBe(second.id);
    });

    it('opens none for a person who has left every account', async () => {
      const token = await challenge();
      for (const { id } of [account, second]) accounts.leave(id, owner.id);
      await expect(complete(token)).rejects.toMatchObject({ kind: 'permission', code: 'no_account' });
    });

    it('notes a wrong code in every account', async () => {
      await expect(complete(await challenge(), '000000')).rejects.toMatchObject(wrong);
      const type = 'owner.second_factor_failed';
      expect(failures).toEqual([account, second].map(({ id }) => [id, type]));
    });
  });

  it('delays unknown browsers after five wrong codes, but not a known one', async () => {
    const token = await challenge();
    for (let n = 0; n < 5; n++) await expect(complete(token, '000000')).rejects.toMatchObject(wrong);
    const limited = { kind: 'rate_limit', facts: { retryAfter: 1 } };
    await expect(complete(token, 'aaaa')).rejects.toMatchObject(limited);
    await expect(complete(await challenge(), 'aaaa')).rejects.toMatchObject(limited);
    await complete(token, 'aaaa', true);
    advance(3600);
    await expect(complete(await challenge(), '000000')).rejects.toMatchObject(wrong);
    await expect(complete(await challenge(), 'bbbb')).rejects.toMatchObject({ facts: { retryAfter: 2 } });
  });

  /** second-factor.md 5 */
  it('marks people without a factor if the account requires one', async () => {
    await accounts.revise(account.id, (current) => ({ ...current, requiresSecondFactor: true }));
    const { token, signedIn } = await complete(await challenge());
    expect(signedIn.mustSetUpSecondFactor).toBe(false);
    await secondFactors.remove(owner.id);
    expect(await sessions.authenticate(token)).toMatchObject({ mustSetUpSecondFactor: true });
    expect((await firstStep()).signedIn.mustSetUpSecondFactor).toBe(true);
    await secondFactors.begin(owner.id, Buffer.from('sealed'));
    expect(await sessions.authenticate(token)).toMatchObject({ mustSetUpSecondFactor: true });
  });
});
