import { memberActor, parse, VISITOR } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  aSession,
  aSignedIn,
  aKeyAndSecret,
  anInvitation,
  idAt,
  InMemoryAccountRepository,
  InMemoryApiKeyRepository,
  InMemoryEmailChangeRepository,
  InMemoryInvitationRepository,
  InMemoryMembershipRepository,
  InMemoryPasswordResetRepository,
  InMemoryPersonRepository,
  InMemorySecondFactorRepository,
  InMemorySessionRepository,
  PlainPasswordHasher,
  testMail,
  type TestMail,
} from '../../testing';
import type { Account } from '../account/account';
import { ApiKeyUseCases } from '../api-keys/api-key.use-cases';
import { EmailChangeUseCases } from '../email-change/email-change.use-cases';
import { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import { personChangeRule } from '../people/person.rules';
import { PersonUseCases } from '../people/person.use-cases';
import { newToken } from '../sessions/session';
import { ForeignAccess } from './foreign-access';
import { PasswordResetUseCases } from './password-reset.use-cases';

const HOUR_MS = 3_600_000;
const PASSWORD = 'an entirely new passphrase';
const invalid = { kind: 'gone', code: 'link_invalid' };
const by = { ...VISITOR, ip: '192.0.2.1' };

/** mail.md 4 */
describe('PasswordResetUseCases', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let sessions: InMemorySessionRepository;
  let mail: TestMail;
  let passwords: PlainPasswordHasher;
  let people: PersonUseCases;
  let emailChanges: EmailChangeUseCases;
  let keys: InMemoryApiKeyRepository;
  let invitations: InMemoryInvitationRepository;
  let secondFactors: InMemorySecondFactorRepository;
  let resets: PasswordResetUseCases;
  let useCases: (mail: TestMail['composer'] | null) => PasswordResetUseCases;
  let account: Account;
  let person: Person;

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    const clock = () => now;
    accounts = new InMemoryAccountRepository();
    sessions = new InMemorySessionRepository(accounts);
    mail = testMail(accounts.outbox, clock);
    passwords = new PlainPasswordHasher();
    const stored = new InMemoryPersonRepository(accounts);
    const memberships = new InMemoryMembershipRepository(accounts);
    const notices = new SecurityNotices(accounts, mail.composer, clock);
    const shared = { people: stored, memberships, sessions, passwords, notices };
    people = new PersonUseCases(shared, new Set(['qwertyuiop12']), clock, idAt);
    const links = new InMemoryPasswordResetRepository(accounts, stored, sessions);
    const changes = new InMemoryEmailChangeRepository(accounts, stored);
    emailChanges = new EmailChangeUseCases(
      { ...shared, changes, mail: mail.composer, onError: () => {} },
      clock,
      idAt,
    );
    keys = new InMemoryApiKeyRepository(accounts);
    invitations = new InMemoryInvitationRepository(accounts);
    secondFactors = new InMemorySecondFactorRepository(accounts);
    const foreign = new ForeignAccess(
      { memberships, invitations, secondFactors },
      new ApiKeyUseCases(keys, clock, idAt),
      clock,
      idAt,
    );
    useCases = (composer) =>
      new PasswordResetUseCases({ ...shared, resets: links, mail: composer }, foreign, people, clock);
    resets = useCases(mail.composer);
    account = anAccount();
    person = aPerson();
    await accounts.add(account, person);
  });
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  /** Requests a link, and returns its token. */
  async function request(email = person.email, of = person): Promise<string> {
    await resets.request(email);
    const content = mail.sent().at(-1)!;
    expect(content).toEqual({ kind: 'password_reset', to: of.email, parameters: expect.any(Object) });
    return (content.parameters as { token: string }).token;
  }
  const confirm = (token: string, password = PASSWORD) => resets.confirm(token, password, by);
  const hasPassword = (password: string) =>
    passwords.verify(accounts.people.get(person.id)!.passwordHash, password);

  it('sends a link with a token of 256 bits, which is valid for one hour', async () => {
    expect(await request(person.email.toUpperCase())).toMatch(/^[\w-]{43}$/);
    const [message] = accounts.outbox.messages;
    expect(message).toMatchObject({ accountId: account.id, expiresAt: new Date(now.getTime() + HOUR_MS) });
  });

  it('sends nothing to unknown and malformed email addresses, and without mail, with the same result', async () => {
    for (const email of [`nobody-${person.email}`, 'not an address', '']) {
      expect(await resets.request(email)).toBeUndefined();
    }
    expect(await useCases(null).request(person.email)).toBeUndefined();
    expect(mail.sent()).toEqual([]);
    expect(await resets.request(person.email)).toBeUndefined();
    expect(mail.sent()).toHaveLength(1);
  });

  it('sets the password once, ends all sessions of the person, and signs no one in', async () => {
    const other = aPerson();
    await accounts.add(anAccount(), other);
    const second = anAccount();
    await accounts.add(second, aPerson());
    accounts.join({ accountId: second.id, personId: person.id, role: 'viewer', createdAt: now });
    for (const accountId of [account.id, second.id]) {
      await sessions.add(aSession({ accountId, personId: person.id }));
    }
    const kept = aSession({ accountId: accounts.memberships[1]!.accountId, personId: other.id });
    await sessions.add(kept);
    const token = await request();
    expect(await confirm(token)).toEqual({ email: person.email, recovered: [] });
    expect(await hasPassword(PASSWORD)).toBe(true);
    expect(await sessions.list(person.id)).toEqual([]);
    expect(await sessions.list(other.id)).toEqual([kept]);
    await expect(confirm(token, 'yet another passphrase')).rejects.toMatchObject(invalid);
    expect(await hasPassword(PASSWORD)).toBe(true);
    expect(accounts.log.events.map(({ accountId, type, by }) => [accountId, type, by]).sort()).toEqual(
      [account, second]
        .map(({ id }) => [id, 'owner.password_reset', { ...by, ...memberActor(person.id) }])
        .sort(),
    );
    expect(mail.sent().slice(1)).toEqual([
      { kind: 'password_changed', to: person.email, parameters: { at: now.toISOString() } },
    ]);
  });

  it('lets one of several concurrent uses of a link set the password', async () => {
    const token = await request();
    const tries = Array.from({ length: 5 }, (_, n) => confirm(token, `${PASSWORD} ${n}`));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = results.filter((result) => result.status === 'rejected');
    for (const { reason } of lost) expect(reason).toMatchObject(invalid);
  });

  it('keeps the link after a password that is rejected', async () => {
    const token = await request();
    for (const weak of ['short', 'qwertyuiop12', `${account.name} ${person.email}`]) {
      await expect(confirm(token, weak)).rejects.toMatchObject({ kind: 'validation' });
    }
    await confirm(token);
  });

  it('rejects replaced, expired, unknown, and malformed links', async () => {
    const replaced = await request();
    const token = await request();
    advance(HOUR_MS);
    for (const text of [replaced, token, newToken(), 'x', '']) {
      await expect(confirm(text)).rejects.toMatchObject(invalid);
    }
    const last = await request();
    advance(HOUR_MS - 1);
    await confirm(last);
  });

  it('cancels a pending email address', async () => {
    await emailChanges.start(aSignedIn(account, person), 'new@example.com');
    await confirm(await request());
    expect(await emailChanges.pending(person.id)).toBeNull();
  });

  it('ends with another change of the password or the email address, but not of the name', async () => {
    const signedIn = aSignedIn(account, person);
    const renamed = await request();
    await people.change(signedIn, parse(personChangeRule, { name: 'Grace' }), by);
    await confirm(renamed);
    const first = await request();
    await people.changePassword(signedIn, PASSWORD, by);
    await expect(confirm(first)).rejects.toMatchObject(invalid);
    const second = await request();
    await people.change(signedIn, parse(personChangeRule, { email: 'new@example.com' }), by);
    await expect(confirm(second)).rejects.toMatchObject(invalid);
  });

  /** mail.md 8 */
  describe('for an address that someone signed up with and no one confirmed', () => {
    const RESET = 'owner.password_reset';

    const event = (accountId: string) =>
      ({
        id: idAt(now),
        accountId,
        createdAt: now,
        type: 'invitation.created',
        by: VISITOR,
        subject: {},
      }) as const;

    /** What someone who signed up with the address can set up, in this account and in another one. */
    async function setUp() {
      const stranger = aPerson();
      const other = anAccount();
      await accounts.add(other, stranger);
      for (const [accountId, personId] of [
        [account.id, stranger.id],
        [other.id, person.id],
      ] as const)
        accounts.join({
          accountId,
          personId,
          role: 'owner',
          createdAt: new Date(account.createdAt.getTime() + 1),
        });
      for (const accountId of [account.id, other.id]) {
        await keys.add(aKeyAndSecret({ accountId }).key, { active: 10, perHour: 10 });
        const invitation = anInvitation({ accountId, createdBy: stranger.id, createdAt: now });
        await invitations.add(
          { ...invitation, expiresAt: new Date(now.getTime() + HOUR_MS) },
          10,
          event(accountId),
        );
      }
      await secondFactors.begin(person.id, new Uint8Array(1));
      return { stranger, other };
    }
    const membersOf = (accountId: string) =>
      accounts.memberships.filter((one) => one.accountId === accountId).map(({ personId }) => personId);
    const openOf = async (accountId: string) => ({
      keys: (await keys.list(accountId)).filter(({ revokedAt }) => !revokedAt).length,
      invitations: (await invitations.list(accountId, now)).length,
    });

    it('removes the second factor, and in the own account all other members, invitations, and keys', async () => {
      const { other } = await setUp();
      accounts.people.set(person.id, { ...person, emailConfirmedAt: null });
      expect(await confirm(await request())).toMatchObject({ recovered: [account.id] });
      expect(membersOf(account.id)).toEqual([person.id]);
      expect(await openOf(account.id)).toEqual({ keys: 0, invitations: 0 });
      expect(await secondFactors.find(person.id)).toBeNull();
      expect(membersOf(other.id)).toHaveLength(2);
      expect(await openOf(other.id)).toEqual({ keys: 1, invitations: 1 });
      const types = accounts.log.events
        .filter(({ accountId }) => accountId === account.id)
        .map(({ type }) => type);
      expect(types).toEqual(
        expect.arrayContaining(['owner.second_factor_reset', 'member.removed', 'api_key.revoked', RESET]),
      );
      expect(accounts.people.get(person.id)!.emailConfirmedAt).toEqual(now);
    });

    it('makes the person an owner again, and removes nothing in an account that someone else created', async () => {
      const { stranger } = await setUp();
      const demote = (personId: string) =>
        accounts.memberships.map((one) =>
          one.accountId === account.id && one.personId === personId
            ? { ...one, role: 'viewer' as const }
            : one,
        );
      accounts.memberships = demote(person.id);
      accounts.people.set(person.id, { ...person, emailConfirmedAt: null });
      accounts.people.set(stranger.id, { ...stranger, emailConfirmedAt: null });
      const foreign = await request(stranger.email, stranger);
      expect(await resets.confirm(foreign, PASSWORD, by)).toMatchObject({ recovered: [expect.any(String)] });
      expect(membersOf(account.id)).toHaveLength(2);
      await confirm(await request());
      expect(accounts.memberships.filter(({ accountId }) => accountId === account.id)).toMatchObject([
        { personId: person.id, role: 'owner' },
      ]);
    });

    it('removes nothing once the address is confirmed', async () => {
      await setUp();
      await confirm(await request());
      expect(membersOf(account.id)).toHaveLength(2);
      expect(await openOf(account.id)).toEqual({ keys: 1, invitations: 1 });
      expect(await secondFactors.find(person.id)).not.toBeNull();
    });

    it('removes nothing with a password that is rejected', async () => {
      await setUp();
      accounts.people.set(person.id, { ...person, emailConfirmedAt: null });
      await expect(confirm(await request(), 'short')).rejects.toMatchObject({ kind: 'validation' });
      expect(membersOf(account.id)).toHaveLength(2);
    });
  });

  it('removes links that are no longer valid, and no others', async () => {
    await request();
    advance(HOUR_MS / 2);
    const other = aPerson();
    await accounts.add(anAccount(), other);
    await resets.request(other.email);
    const { token } = mail.sent().at(-1)!.parameters as { token: string };
    advance(HOUR_MS / 2);
    await resets.removeExpired();
    expect(await resets.confirm(token, PASSWORD, by)).toMatchObject({ email: other.email });
  });
});
