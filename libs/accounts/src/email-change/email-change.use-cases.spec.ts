import { memberActor, VISITOR } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  aSignedIn,
  idAt,
  InMemoryAccountRepository,
  InMemoryEmailChangeRepository,
  InMemoryMembershipRepository,
  InMemoryPersonRepository,
  InMemorySessionRepository,
  PlainPasswordHasher,
  testMail,
  type TestMail,
} from '../../testing';
import type { Account } from '../account/account';
import type { Person } from '../people/person';
import { PersonUseCases } from '../people/person.use-cases';
import { newToken, type SignedIn } from '../sessions/session';
import { EmailChangeUseCases } from './email-change.use-cases';

const DAY_MS = 86_400_000;
const NEW = 'new@example.com';
const invalid = { kind: 'gone', code: 'link_invalid' };
const taken = { kind: 'conflict', code: 'email_taken' };
const nonePending = { kind: 'not_found', code: 'no_pending_email' };
const by = { ...VISITOR, ip: '192.0.2.1' };

/** mail.md 5 */
describe('EmailChangeUseCases', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let mail: TestMail;
  let people: PersonUseCases;
  let changes: EmailChangeUseCases;
  let useCases: (mail: TestMail['composer'] | null) => EmailChangeUseCases;
  let account: Account;
  let person: Person;
  let signedIn: SignedIn;
  const onError = jest.fn();

  beforeEach(async () => {
    now = new Date('2026-03-03T10:00:00.000Z');
    const clock = () => now;
    accounts = new InMemoryAccountRepository();
    mail = testMail(accounts.outbox, clock);
    const stored = new InMemoryPersonRepository(accounts);
    const memberships = new InMemoryMembershipRepository(accounts);
    const sessions = new InMemorySessionRepository(accounts);
    const ports = { people: stored, memberships, sessions, passwords: new PlainPasswordHasher() };
    people = new PersonUseCases(ports, new Set(), clock, idAt);
    const pending = new InMemoryEmailChangeRepository(accounts, stored);
    useCases = (composer) =>
      new EmailChangeUseCases({ ...ports, changes: pending, mail: composer, onError }, clock, idAt);
    changes = useCases(mail.composer);
    account = anAccount();
    person = aPerson();
    signedIn = aSignedIn(account, person);
    await accounts.add(account, person);
  });
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const emailNow = () => accounts.people.get(person.id)!.email;
  /** The token of the last link. */
  const sentToken = () =>
    (mail.sent().findLast(({ kind }) => kind === 'email_confirmation')!.parameters as { token: string })
      .token;
  async function start(email = NEW): Promise<string> {
    await changes.start(signedIn, email);
    return sentToken();
  }
  const confirm = (token: string, signedInAs: string | null = person.id) =>
    changes.confirm(token, signedInAs, by);

  it('sends a link to the new address and a notice to the old one, and changes nothing yet', async () => {
    const token = await start();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(mail.sent()).toEqual([
      { kind: 'email_confirmation', to: NEW, parameters: { token, isNewPerson: false } },
      { kind: 'email_change_requested', to: person.email, parameters: { newEmail: NEW } },
    ]);
    expect(accounts.outbox.messages.map(({ accountId }) => accountId)).toEqual([account.id, account.id]);
    expect(emailNow()).toBe(person.email);
    const expiresAt = new Date(now.getTime() + DAY_MS);
    expect(await changes.pending(person.id)).toMatchObject({ email: NEW, expiresAt });
    expect(accounts.log.events).toEqual([]);
  });

  it('sets the address once, tells the old one, and each account of the person records it', async () => {
    const second = anAccount();
    await accounts.add(second, aPerson());
    accounts.join({ accountId: second.id, personId: person.id, role: 'viewer', createdAt: now });
    const token = await start();
    expect(await confirm(token)).toBe(NEW);
    expect(emailNow()).toBe(NEW);
    expect(await changes.pending(person.id)).toBeNull();
    await expect(confirm(token)).rejects.toMatchObject(invalid);
    expect(mail.sent().slice(2)).toEqual([
      { kind: 'email_changed', to: person.email, parameters: { newEmail: NEW } },
    ]);
    expect(accounts.log.events.map(({ accountId, type, by }) => [accountId, type, by]).sort()).toEqual(
      [account, second]
        .map(({ id }) => [id, 'owner.email_changed', { ...by, ...memberActor(person.id) }])
        .sort(),
    );
  });

  it('needs a session of the person, and does not use up the link without it', async () => {
    const token = await start();
    for (const other of [null, idAt(now)])
      await expect(confirm(token, other)).rejects.toMatchObject({ code: 'sign_in_to_confirm' });
    expect(await confirm(token)).toBe(NEW);
  });

  it('replaces a pending address, and rejects expired, unknown, and malformed links', async () => {
    const replaced = await start('first@example.com');
    const token = await start();
    await expect(confirm(replaced)).rejects.toMatchObject(invalid);
    advance(DAY_MS);
    for (const text of [token, newToken(), 'x', '']) {
      await expect(confirm(text)).rejects.toMatchObject(invalid);
    }
    expect(await changes.pending(person.id)).toBeNull();
    const last = await start();
    advance(DAY_MS - 1);
    expect(await confirm(last)).toBe(NEW);
  });

  it('sends the link again, to the new address only, after which the first one does not work', async () => {
    await expect(changes.waitingAddress(signedIn)).rejects.toMatchObject(nonePending);
    const first = await start();
    advance(DAY_MS / 2);
    await changes.sendAgain(signedIn, await changes.waitingAddress(signedIn));
    expect(mail.sent().slice(2)).toMatchObject([{ kind: 'email_confirmation', to: NEW }]);
    await expect(confirm(first)).rejects.toMatchObject(invalid);
    advance(DAY_MS - 1);
    expect(await confirm(sentToken())).toBe(NEW);
  });

  it('can be cancelled, once', async () => {
    await expect(changes.cancel(person.id)).rejects.toMatchObject(nonePending);
    const token = await start();
    await changes.cancel(person.id);
    await expect(confirm(token)).rejects.toMatchObject(invalid);
    await expect(changes.cancel(person.id)).rejects.toMatchObject(nonePending);
    expect(emailNow()).toBe(person.email);
  });

  it('rejects an address that another person has, also one who takes it before the confirmation', async () => {
    const other = aPerson();
    await accounts.add(anAccount(), other);
    await expect(start(other.email.toUpperCase())).rejects.toMatchObject(taken);
    expect(mail.sent()).toEqual([]);
    const token = await start();
    await accounts.add(anAccount(), aPerson({ email: NEW.toUpperCase() }));
    await expect(confirm(token)).rejects.toMatchObject(taken);
    expect(emailNow()).toBe(person.email);
    expect(mail.sent()).toHaveLength(2);
    expect(accounts.log.events).toEqual([]);
  });

  /** mail.md 8 */
  describe('the address of a new person', () => {
    beforeEach(() => {
      person = { ...person, emailConfirmedAt: null };
      accounts.people.set(person.id, person);
      signedIn = aSignedIn(account, person);
    });
    const confirmedAt = () => accounts.people.get(person.id)!.emailConfirmedAt;

    it('gets one message, a link that confirms it', async () => {
      await changes.welcome(account.id, person);
      expect(mail.sent()).toEqual([
        {
          kind: 'email_confirmation',
          to: person.email,
          parameters: { token: sentToken(), isNewPerson: true },
        },
      ]);
      expect(await changes.pending(person.id)).toMatchObject({ email: person.email });
      expect(await confirm(sentToken())).toBe(person.email);
      expect(confirmedAt()).toEqual(now);
      expect(mail.sent()).toHaveLength(1);
      expect(accounts.log.events).toEqual([]);
    });

    it('does not fail if the link cannot be stored', async () => {
      await changes.welcome(account.id, aPerson({ emailConfirmedAt: null }));
      expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'person_not_found' }));
    });

    it('gets the link again, also after the first one has expired', async () => {
      await changes.welcome(account.id, person);
      advance(2 * DAY_MS);
      await changes.sendAgain(signedIn, await changes.waitingAddress(signedIn));
      await confirm(sentToken());
      expect(confirmedAt()).toEqual(now);
    });

    it('gets no notices of a new address', async () => {
      const token = await start();
      await confirm(token);
      expect(mail.sent().map(({ to }) => to)).toEqual([NEW]);
      expect(emailNow()).toBe(NEW);
      expect(confirmedAt()).toEqual(now);
    });

    it('is not asked for if it is confirmed, or without mail', async () => {
      await changes.welcome(account.id, aPerson());
      await useCases(null).welcome(account.id, person);
      expect(mail.sent()).toEqual([]);
      await expect(useCases(null).waitingAddress(signedIn)).rejects.toMatchObject(nonePending);
    });
  });

  it('accepts the own address in another case', async () => {
    const email = person.email.toUpperCase();
    expect(await confirm(await start(email))).toBe(email);
  });

  it('ends with a change of the password', async () => {
    const token = await start();
    await people.changePassword(signedIn, 'tea in the garden', by);
    await expect(confirm(token)).rejects.toMatchObject(invalid);
    expect(await changes.pending(person.id)).toBeNull();
  });

  it('ends with the person', async () => {
    const token = await start();
    await accounts.remove(account.id, now);
    await expect(confirm(token)).rejects.toMatchObject(invalid);
    await expect(start()).rejects.toMatchObject({ kind: 'not_found', code: 'person_not_found' });
  });

  it('is not required without mail, and then no address is pending', async () => {
    expect([changes.isRequired, useCases(null).isRequired]).toEqual([true, false]);
    const token = await start();
    const off = useCases(null);
    expect(await off.pending(person.id)).toBeNull();
    await expect(off.waitingAddress(signedIn)).rejects.toMatchObject(nonePending);
    await expect(off.start(signedIn, NEW)).rejects.toThrow('mail is not configured');
    // A link from before still works, without a notice.
    expect(await off.confirm(token, person.id, by)).toBe(NEW);
    expect(mail.sent()).toHaveLength(2);
  });

  it('removes changes that are no longer valid, and no others', async () => {
    const other = aPerson();
    const otherAccount = anAccount();
    await accounts.add(otherAccount, other);
    await changes.start(aSignedIn(otherAccount, other), 'late@example.com');
    advance(1);
    await start();
    advance(DAY_MS - 1);
    await changes.removeExpired();
    await expect(changes.cancel(other.id)).rejects.toMatchObject(nonePending);
    await changes.cancel(person.id);
  });
});
