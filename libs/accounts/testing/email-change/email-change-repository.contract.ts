import { memberActor, type SecurityEvent } from '@libs/kernel';
import {
  digestOf,
  newToken,
  type Account,
  type AccountRepository,
  type EmailChange,
  type EmailChangeRepository,
  type MailOutbox,
  type Person,
  type PersonRepository,
  type SecurityLogRepository,
} from '../../src';
import { anAccount, aPerson, idAt } from '../account/account-builders';
import { aMessage, claimOne } from '../mail/mail-builders';

export interface EmailChangeHarness {
  readonly changes: EmailChangeRepository;
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly log: SecurityLogRepository;
  readonly outbox: MailOutbox;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');
const DAY_LATER = new Date('2026-03-04T12:00:00.000Z');
const JUST_BEFORE = new Date(DAY_LATER.getTime() - 1);

/** Contract tests of `EmailChangeRepository` (mail.md 5). */
export function emailChangeRepositoryContract(name: string, make: () => Promise<EmailChangeHarness>): void {
  describe(`EmailChangeRepository, ${name}`, () => {
    let harness: EmailChangeHarness;
    let account: Account;
    let person: Person;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      ({ account, person } = await withAccount());
      while (await claimOne(harness.outbox, NOON));
    });
    async function withAccount() {
      const account = anAccount();
      const person = aPerson();
      await harness.accounts.add(account, person);
      return { account, person };
    }
    const aChange = (overrides: Partial<EmailChange> = {}): EmailChange => ({
      personId: person.id,
      email: `new-${person.email}`,
      digest: digestOf(newToken()),
      createdAt: NOON,
      expiresAt: DAY_LATER,
      ...overrides,
    });
    const anEvent = (): SecurityEvent => ({
      id: idAt(NOON),
      accountId: account.id,
      type: 'owner.email_changed',
      createdAt: NOON,
      by: memberActor(person.id),
      subject: {},
    });
    const effects = () => ({ events: [anEvent()], mail: [aMessage()] });
    const email = async () => (await harness.people.find(person.id))?.email;

    it('returns a change as it was added, until it expires, to its person only', async () => {
      const { changes, outbox } = harness;
      const change = aChange();
      const message = aMessage();
      expect(await changes.add(change, [message])).toBe(true);
      expect(await changes.find(person.id, JUST_BEFORE)).toEqual(change);
      expect(await changes.find(person.id, DAY_LATER)).toBeNull();
      const other = await withAccount();
      for (const personId of [other.person.id, 'abc', "'; --"]) {
        expect(await changes.find(personId, NOON)).toBeNull();
        expect(await changes.cancel(personId)).toBe(false);
      }
      expect(await changes.findByDigest(change.digest, JUST_BEFORE)).toEqual(change);
      expect(await changes.findByDigest(change.digest, DAY_LATER)).toBeNull();
      expect(await changes.findByDigest(digestOf(newToken()), NOON)).toBeNull();
      expect((await claimOne(outbox, NOON))?.id).toBe(message.id);
    });

    it('stores nothing for an unknown person', async () => {
      expect(await harness.changes.add(aChange({ personId: idAt(NOON) }), [aMessage()])).toBe(false);
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
    });

    it('keeps only the newest change of a person', async () => {
      const { changes } = harness;
      const [first, second] = [aChange(), aChange({ email: `newer-${person.email}` })];
      await changes.add(first, []);
      await changes.add(second, []);
      expect(await changes.confirm(first.digest, NOON, effects())).toBeNull();
      expect(await changes.find(person.id, NOON)).toEqual(second);
    });

    it('sets the email address once, and records event and messages', async () => {
      const { changes, log, outbox } = harness;
      const change = aChange();
      await changes.add(change, []);
      const confirm = () => changes.confirm(change.digest, NOON, effects());
      const confirmed = await Promise.all([confirm(), confirm(), confirm()]);
      expect(confirmed.filter(Boolean)).toEqual([{ ...person, email: change.email, emailConfirmedAt: NOON }]);
      expect(await email()).toBe(change.email);
      expect(await changes.find(person.id, NOON)).toBeNull();
      expect(await log.list(account.id, { limit: 9 })).toHaveLength(1);
      expect(await claimOne(outbox, NOON)).not.toBeNull();
      expect(await claimOne(outbox, NOON)).toBeNull();
    });

    it('changes nothing with an expired token, or an unknown one', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      expect(await changes.confirm(change.digest, DAY_LATER, effects())).toBeNull();
      expect(await changes.confirm(digestOf(newToken()), NOON, effects())).toBeNull();
      expect(await email()).toBe(person.email);
    });

    it('changes nothing if another person has the email address', async () => {
      const { changes, log, outbox } = harness;
      const other = await withAccount();
      const change = aChange({ email: other.person.email.toUpperCase() });
      await changes.add(change, []);
      await expect(changes.confirm(change.digest, NOON, effects())).rejects.toMatchObject({
        code: 'email_taken',
      });
      expect(await email()).toBe(person.email);
      expect(await changes.find(person.id, NOON)).toEqual(change);
      expect(await log.list(account.id, { limit: 9 })).toEqual([]);
      expect(await claimOne(outbox, NOON)).toBeNull();
    });

    it('cancels a change once', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      expect(await changes.cancel(person.id)).toBe(true);
      expect(await changes.cancel(person.id)).toBe(false);
      expect(await changes.confirm(change.digest, NOON, effects())).toBeNull();
    });

    it('ends with a change of the password, and with the account', async () => {
      const { accounts, changes, people } = harness;
      await changes.add(aChange(), []);
      await people.update(person.id, { passwordHash: 'rehashed' });
      expect(await changes.find(person.id, NOON)).not.toBeNull();
      await people.update(person.id, { passwordHash: 'changed' }, [anEvent()]);
      expect(await changes.find(person.id, NOON)).toBeNull();
      const change = aChange();
      await changes.add(change, []);
      await accounts.remove(account.id, NOON);
      expect(await changes.confirm(change.digest, NOON, effects())).toBeNull();
    });

    it('removes expired changes only', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      await changes.removeExpired(JUST_BEFORE);
      expect(await changes.find(person.id, NOON)).toEqual(change);
      await changes.removeExpired(DAY_LATER);
      expect(await changes.find(person.id, NOON)).toBeNull();
    });
  });
}
