import { memberActor, type SecurityEvent } from '@libs/kernel';
import {
  digestOf,
  newToken,
  type Account,
  type AccountRepository,
  type EmailChangeRepository,
  type MailOutbox,
  type PasswordReset,
  type PasswordResetRepository,
  type Person,
  type PersonRepository,
  type SecurityLogRepository,
  type SessionRepository,
} from '../../src';
import { anAccount, aPerson, aSession, idAt } from '../account/account-builders';
import { aMessage, claimOne } from '../mail/mail-builders';

export interface PasswordResetHarness {
  readonly resets: PasswordResetRepository;
  readonly changes: EmailChangeRepository;
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly sessions: SessionRepository;
  readonly log: SecurityLogRepository;
  readonly outbox: MailOutbox;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');
const HOUR_LATER = new Date('2026-03-03T13:00:00.000Z');
const JUST_BEFORE = new Date(HOUR_LATER.getTime() - 1);

/** Contract tests of `PasswordResetRepository` (mail.md 4). */
export function passwordResetRepositoryContract(
  name: string,
  make: () => Promise<PasswordResetHarness>,
): void {
  describe(`PasswordResetRepository, ${name}`, () => {
    let harness: PasswordResetHarness;
    let account: Account;
    let person: Person;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      account = anAccount();
      person = aPerson();
      await harness.accounts.add(account, person);
      while (await claimOne(harness.outbox, NOON));
    });

    const aReset = (overrides: Partial<PasswordReset> = {}): PasswordReset => ({
      personId: person.id,
      digest: digestOf(newToken()),
      createdAt: NOON,
      expiresAt: HOUR_LATER,
      ...overrides,
    });
    const anEvent = (): SecurityEvent => ({
      id: idAt(NOON),
      accountId: account.id,
      type: 'owner.password_reset',
      createdAt: NOON,
      by: memberActor(person.id),
      subject: {},
    });
    const change = () => ({ passwordHash: 'new', events: [anEvent()], mail: [aMessage()] });
    const hash = async () => (await harness.people.find(person.id))?.passwordHash;

    it('finds the person of a token until it expires, and stores the message', async () => {
      const reset = aReset();
      const message = aMessage({ accountId: account.id });
      expect(await harness.resets.add(reset, [message])).toBe(true);
      expect(await harness.resets.find(reset.digest, JUST_BEFORE)).toEqual(person);
      expect(await harness.resets.find(reset.digest, HOUR_LATER)).toBeNull();
      expect(await harness.resets.find(digestOf(newToken()), NOON)).toBeNull();
      expect((await claimOne(harness.outbox, NOON))?.id).toBe(message.id);
    });

    it('stores nothing for an unknown person', async () => {
      const reset = aReset({ personId: idAt(NOON) });
      expect(await harness.resets.add(reset, [aMessage()])).toBe(false);
      expect(await harness.resets.find(reset.digest, NOON)).toBeNull();
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
    });

    it('keeps only the newest reset of a person', async () => {
      const [first, second] = [aReset(), aReset()];
      await harness.resets.add(first, []);
      await harness.resets.add(second, []);
      expect(await harness.resets.find(first.digest, NOON)).toBeNull();
      expect(await harness.resets.use(first.digest, NOON, change())).toBe(false);
      expect(await harness.resets.find(second.digest, NOON)).not.toBeNull();
    });

    it('sets the password once, and ends the sessions of this person only', async () => {
      const { resets, sessions, log, outbox } = harness;
      const other = anAccount();
      const otherPerson = aPerson();
      await harness.accounts.add(other, otherPerson);
      await sessions.add(aSession({ accountId: account.id, personId: person.id }));
      await sessions.add(aSession({ accountId: other.id, personId: otherPerson.id }));
      const reset = aReset();
      await resets.add(reset, []);
      const used = change();
      const results = await Promise.all(
        Array.from({ length: 4 }, () =>
          resets.use(reset.digest, NOON, { ...used, events: [anEvent()], mail: [aMessage()] }),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await hash()).toBe('new');
      expect(await sessions.list(person.id)).toEqual([]);
      expect(await sessions.list(otherPerson.id)).toHaveLength(1);
      expect(await log.list(account.id, { limit: 9 })).toHaveLength(1);
      expect(await claimOne(outbox, NOON)).not.toBeNull();
      expect(await claimOne(outbox, NOON)).toBeNull();
    });

    it('changes nothing with an expired token', async () => {
      const reset = aReset();
      await harness.resets.add(reset, []);
      expect(await harness.resets.use(reset.digest, HOUR_LATER, change())).toBe(false);
      expect(await hash()).toBe(person.passwordHash);
      expect(await harness.log.list(account.id, { limit: 9 })).toEqual([]);
      expect(await claimOne(harness.outbox, NOON)).toBeNull();
    });

    it('deletes a pending change of the email address', async () => {
      const { changes, resets } = harness;
      const pending = { ...aReset(), email: 'new@example.com' };
      await changes.add(pending, []);
      const reset = aReset();
      await resets.add(reset, []);
      await resets.use(reset.digest, NOON, change());
      expect(await changes.find(person.id, NOON)).toBeNull();
    });

    it('ends with a change of the password or the email address', async () => {
      const { resets, people } = harness;
      for (const run of [
        () => people.update(person.id, { passwordHash: 'changed' }, [anEvent()]),
        () => people.update(person.id, { passwordHash: 'again' }, []),
        () => people.update(person.id, { email: `changed-${person.email}` }, [anEvent()]),
      ]) {
        const reset = aReset();
        await resets.add(reset, []);
        await run();
        expect(await resets.find(reset.digest, NOON)).toBeNull();
      }
      const kept = aReset();
      await resets.add(kept, []);
      // A stronger hash of the same password.
      await people.update(person.id, { passwordHash: 'rehashed' });
      await people.update(person.id, { name: 'Grace' }, []);
      expect(await resets.find(kept.digest, NOON)).not.toBeNull();
    });

    it('ends with the account', async () => {
      const reset = aReset();
      await harness.resets.add(reset, []);
      await harness.accounts.remove(account.id, NOON);
      expect(await harness.resets.find(reset.digest, NOON)).toBeNull();
      expect(await harness.resets.use(reset.digest, NOON, change())).toBe(false);
    });

    it('removes expired resets only', async () => {
      const reset = aReset();
      await harness.resets.add(reset, []);
      await harness.resets.removeExpired(JUST_BEFORE);
      expect(await harness.resets.find(reset.digest, NOON)).not.toBeNull();
      await harness.resets.removeExpired(HOUR_LATER);
      expect(await harness.resets.find(reset.digest, NOON)).toBeNull();
    });
  });
}
