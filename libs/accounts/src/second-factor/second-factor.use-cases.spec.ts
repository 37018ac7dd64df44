import { memberActor, SYSTEM, type Requester, type Role, type SecuritySubject } from '@libs/kernel';
import { Secret, TOTP } from 'otpauth';
import {
  anAccount,
  aPerson,
  aSignedIn,
  idAt,
  InMemoryAccountRepository,
  InMemoryMembershipRepository,
  InMemoryPersonRepository,
  InMemorySecondFactorRepository,
  PlainSecretSealer,
  testMail,
  type TestMail,
} from '../../testing';
import type { Account } from '../account/account';
import { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import { InMemoryAttemptStore } from '../sessions/in-memory-attempt-store';
import type { SignedIn } from '../sessions/session';
import { SignInThrottle } from '../sessions/sign-in-throttle';
import { SecondFactorAdministration } from './second-factor-administration';
import { SecondFactorUseCases } from './second-factor.use-cases';

const wrong = { kind: 'authentication', code: 'invalid_code' };
const inactive = { kind: 'conflict', code: 'second_factor_inactive' };

/** second-factor.md 1, second-factor.md 2 */
describe('SecondFactorUseCases', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let secondFactors: InMemorySecondFactorRepository;
  let useCases: SecondFactorUseCases;
  let failures: [type: string, by: Requester, subject: SecuritySubject][];
  let sent: TestMail['sent'];
  let account: Account;
  let person: Person;
  let signedIn: SignedIn;
  let by: Requester;

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    accounts = new InMemoryAccountRepository();
    secondFactors = new InMemorySecondFactorRepository(accounts);
    failures = [];
    useCases = withKey('a');
    account = anAccount();
    person = aPerson();
    await accounts.add(account, person);
    signedIn = aSignedIn(account, person);
    by = memberActor(person.id);
  });
  const withKey = (key: string) => {
    const mail = testMail(accounts.outbox, () => now);
    sent = mail.sent;
    const notices = new SecurityNotices(accounts, mail.composer, () => now);
    return new SecondFactorUseCases(
      {
        memberships: new InMemoryMembershipRepository(accounts),
        secondFactors,
        box: new PlainSecretSealer(key),
        notices,
        securityLog: { noteFailure: (type, _, by, subject) => void failures.push([type, by, subject]) },
      },
      new SignInThrottle(new InMemoryAttemptStore(() => now)),
      () => now,
      idAt,
    );
  };
  const advance = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
  async function turnOn() {
    const secret = await useCases.begin(person.id);
    const codes = await useCases.confirm(signedIn, codeOf(secret), by);
    return { secret, codes };
  }
  const named = () => ({ id: person.id, name: person.name });
  const changes = () => sent().map(({ to, parameters }) => [to, (parameters as { change: string }).change]);
  const events = async () => (await accounts.log.list(account.id, { limit: 10 })).map(({ type }) => type);

  it('is off until a code confirms it, and returns ten recovery codes', async () => {
    const secret = await useCases.begin(person.id);
    expect(await useCases.state(person.id)).toEqual({ activeSince: null, recoveryCodesLeft: 0 });
    await expect(useCases.confirm(signedIn, '000000', by)).rejects.toMatchObject(wrong);
    const code = codeOf(secret);
    const codes = await useCases.confirm(signedIn, `${code.slice(0, 3)}-${code.slice(3)}`, by);
    expect(codes).toHaveLength(10);
    expect(await useCases.state(person.id)).toEqual({ activeSince: now, recoveryCodesLeft: 10 });
    expect(await events()).toEqual(['owner.second_factor_enabled']);
  });

  it('replaces a setup that was not confirmed, and starts none while it is on', async () => {
    const first = await useCases.begin(person.id);
    const second = await useCases.begin(person.id);
    await expect(useCases.confirm(signedIn, codeOf(first), by)).rejects.toMatchObject(wrong);
    await useCases.confirm(signedIn, codeOf(second), by);
    const active = { kind: 'conflict', code: 'second_factor_active' };
    await expect(useCases.begin(person.id)).rejects.toMatchObject(active);
    await expect(useCases.confirm(signedIn, codeOf(second), by)).rejects.toMatchObject(active);
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const box = new PlainSecretSealer();
    const { secret, codes } = await turnOn();
    const stored = (await secondFactors.find(person.id))!;
    expect(box.open(stored.sealed, person.id)).toBe(secret);
    expect(() => box.open(stored.sealed, 'someone else')).toThrow();
    expect(JSON.stringify(stored.recoveryDigests)).not.toContain(codes[0]);
  });

  it('makes new recovery codes with a code, after which the old ones are invalid', async () => {
    const { secret, codes } = await turnOn();
    await expect(useCases.renewRecoveryCodes(signedIn, codeOf(secret), by)).rejects.toMatchObject(wrong);
    advance(30);
    const renewed = await useCases.renewRecoveryCodes(signedIn, codeOf(secret), by);
    expect(renewed).toHaveLength(10);
    await expect(useCases.remove(signedIn, codes[0]!, by)).rejects.toMatchObject(wrong);
    await useCases.remove(signedIn, renewed[0]!, by);
    expect(await useCases.state(person.id)).toEqual({ activeSince: null, recoveryCodesLeft: 0 });
    expect((await events()).sort()).toEqual([
      'owner.recovery_code_used',
      'owner.recovery_codes_renewed',
      'owner.second_factor_disabled',
      'owner.second_factor_enabled',
    ]);
  });

  it('asks for a code that was not used before to turn it off', async () => {
    await expect(useCases.remove(signedIn, '123456', by)).rejects.toMatchObject(inactive);
    await expect(useCases.renewRecoveryCodes(signedIn, '123456', by)).rejects.toMatchObject(inactive);
    const { secret } = await turnOn();
    await expect(useCases.remove(signedIn, codeOf(secret), by)).rejects.toMatchObject(wrong);
    expect(failures).toEqual([['owner.second_factor_failed', by, named()]]);
    advance(30);
    await useCases.remove(signedIn, codeOf(secret), by);
    await turnOn();
  });

  /** mail.md 6, dashboard.md 13 */
  it('tells the person about every change, and names them in the security log', async () => {
    const { codes } = await turnOn();
    const renewed = await useCases.renewRecoveryCodes(signedIn, codes[0]!, by);
    await useCases.remove(signedIn, renewed[0]!, by);
    const expected = [
      'enabled',
      'recovery_code_used',
      'recovery_codes_renewed',
      'recovery_code_used',
      'disabled',
    ];
    expect(changes()).toEqual(expected.map((change) => [person.email, change]));
    const logged = await accounts.log.list(account.id, { limit: 10 });
    expect(logged.map(({ subject }) => subject)).toEqual(Array(5).fill(named()));
  });

  /** second-factor.md 7 */
  describe('reset by an owner', () => {
    let owner: Person;
    const ownerActs = () => aSignedIn(account, owner, { isReauthenticated: true });
    const resets = (id = person.id) =>
      useCases.resetOf(ownerActs(), id, { ...memberActor(owner.id), leastRole: 'owner' });
    const join = (of: Account, { id: personId }: Person, role: Role) =>
      accounts.join({ accountId: of.id, personId, role, createdAt: now });
    beforeEach(async () => {
      owner = aPerson();
      accounts.people.set(owner.id, owner);
      join(account, owner, 'owner');
    });

    it('turns it off, tells the person, and records it in each account', async () => {
      const second = anAccount();
      const created = { ...{ id: '', accountId: second.id, createdAt: now, by: SYSTEM, subject: {} } };
      await accounts.addAnother(account.id, owner.id, second, { ...created, type: 'account.created' });
      join(second, person, 'viewer');
      await turnOn();
      await resets(person.id.toUpperCase());
      expect(await useCases.state(person.id)).toMatchObject({ activeSince: null });
      expect(changes().at(-1)).toEqual([person.email, 'reset']);
      const logged = await accounts.log.list(second.id, { limit: 10 });
      expect(logged.filter(({ type }) => type !== 'account.created')).toMatchObject([
        { type: 'owner.second_factor_reset', by: { id: owner.id }, subject: named() },
      ]);
      await expect(resets()).rejects.toMatchObject(inactive);
    });

    it('is not possible for the own factor, a setup, people of other accounts, and without the role', async () => {
      await useCases.begin(person.id);
      await expect(resets()).rejects.toMatchObject(inactive);
      await turnOn();
      await expect(resets(owner.id)).rejects.toMatchObject({ kind: 'conflict', code: 'own_second_factor' });
      await expect(resets('abc')).rejects.toMatchObject({ kind: 'not_found', code: 'member_not_found' });
      const foreign = anAccount();
      await accounts.add(foreign, aPerson());
      join(foreign, person, 'viewer');
      const others = { kind: 'conflict', code: 'second_factor_of_others' };
      await expect(resets()).rejects.toMatchObject(others);
      join(foreign, owner, 'admin');
      await expect(resets()).rejects.toMatchObject(others);
      accounts.leave(foreign.id, person.id);
      accounts.leave(account.id, owner.id);
      join(account, owner, 'admin');
      await expect(resets()).rejects.toMatchObject(others);
      expect(await useCases.state(person.id)).toMatchObject({ activeSince: now });
    });
  });

  /** second-factor.md 4 */
  it('delays attempts after five wrong codes, and starts again after a right one', async () => {
    const { codes } = await turnOn();
    for (let n = 0; n < 5; n++)
      await expect(useCases.remove(signedIn, '000000', by)).rejects.toMatchObject(wrong);
    const limited = { kind: 'rate_limit', code: 'too_many_auth_failures', facts: { retryAfter: 1 } };
    await expect(useCases.remove(signedIn, codes[0]!, by)).rejects.toMatchObject(limited);
    expect(failures).toHaveLength(5);
    advance(1);
    await useCases.renewRecoveryCodes(signedIn, codes[0]!, by);
    for (let n = 0; n < 5; n++)
      await expect(useCases.remove(signedIn, '000000', by)).rejects.toMatchObject(wrong);
  });

  it('encrypts secrets again that have an old key', async () => {
    const { secret } = await turnOn();
    const later = withKey('b');
    expect(await later.resealAll()).toBe(1);
    expect(await later.resealAll()).toBe(0);
    advance(30);
    await later.remove(signedIn, codeOf(secret), by);
  });

  /** second-factor.md 6 */
  it('is reset by the operator, and every account records it', async () => {
    const people = new InMemoryPersonRepository(accounts);
    const memberships = new InMemoryMembershipRepository(accounts);
    const ports = { people, memberships, secondFactors };
    const administration = new SecondFactorAdministration(ports, () => now, idAt);
    const second = anAccount();
    await accounts.add(second, aPerson());
    accounts.join({ accountId: second.id, personId: person.id, role: 'viewer', createdAt: now });
    await turnOn();
    expect(await administration.reset(` ${person.email} `, SYSTEM)).toEqual({ person, isReset: true });
    expect(await administration.reset(person.email, SYSTEM)).toMatchObject({ isReset: false });
    expect(await useCases.state(person.id)).toMatchObject({ activeSince: null });
    expect((await events()).sort()).toEqual(['owner.second_factor_enabled', 'owner.second_factor_reset']);
    const inSecond = await accounts.log.list(second.id, { limit: 10 });
    expect(inSecond.map(({ type }) => type)).toEqual(['owner.second_factor_reset']);
    const unknown = administration.reset('nobody@example.com', SYSTEM);
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'person_not_found' });
  });
});
