import { ownerActor, type SecurityEvent } from '@libs/kernel';
import {
  digestOf,
  newToken,
  type Account,
  type AccountRepository,
  type EmailChange,
  type EmailChangeRepository,
  type MailOutbox,
  type Owner,
  type OwnerOfAccount,
  type SecurityLogRepository,
} from '../../src';
import { anAccount, anOwner, idAt } from '../account/account-builders';
import { aMessage } from '../mail/mail-builders';

export interface EmailChangeHarness {
  readonly changes: EmailChangeRepository;
  readonly accounts: AccountRepository;
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
    let owner: Owner;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      ({ account, owner } = await withAccount());
      while (await harness.outbox.claim(NOON));
    });
    async function withAccount() {
      const account = anAccount();
      const owner = anOwner({ accountId: account.id });
      await harness.accounts.add(account, owner);
      return { account, owner };
    }
    const aChange = (overrides: Partial<EmailChange> = {}): EmailChange => ({
      accountId: account.id,
      personId: owner.id,
      email: `new-${owner.email}`,
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
      by: ownerActor(owner.id),
      subject: {},
    });
    const effects = () => ({ event: anEvent(), mail: [aMessage()] });
    const email = async () => (await harness.accounts.findOwnerOf(account.id, owner.id))?.owner.email;

    it('returns a change as it was added, until it expires, to its person only', async () => {
      const { changes, outbox } = harness;
      const change = aChange();
      const message = aMessage();
      expect(await changes.add(change, [message])).toBe(true);
      expect(await changes.find(account.id, owner.id, JUST_BEFORE)).toEqual(change);
      expect(await changes.find(account.id, owner.id, DAY_LATER)).toBeNull();
      const other = await withAccount();
      for (const [accountId, personId] of [
        [other.account.id, owner.id],
        [account.id, other.owner.id],
        ['abc', owner.id],
        [account.id, "'; --"],
      ] as const) {
        expect(await changes.find(accountId, personId, NOON)).toBeNull();
        expect(await changes.cancel(accountId, personId)).toBe(false);
      }
      expect((await outbox.claim(NOON))?.id).toBe(message.id);
    });

    it('stores nothing for an unknown person', async () => {
      expect(await harness.changes.add(aChange({ personId: idAt(NOON) }), [aMessage()])).toBe(false);
      expect(await harness.outbox.claim(NOON)).toBeNull();
    });

    it('keeps only the newest change of a person', async () => {
      const { changes } = harness;
      const [first, second] = [aChange(), aChange({ email: `newer-${owner.email}` })];
      await changes.add(first, []);
      await changes.add(second, []);
      expect(await changes.confirm(first.digest, NOON, effects)).toBeNull();
      expect(await changes.find(account.id, owner.id, NOON)).toEqual(second);
    });

    it('sets the email address once, and records event and messages', async () => {
      const { changes, log, outbox } = harness;
      const change = aChange();
      await changes.add(change, []);
      const given: [OwnerOfAccount, string][] = [];
      const confirm = () =>
        changes.confirm(change.digest, NOON, (...match) => {
          given.push(match);
          return effects();
        });
      const confirmed = await Promise.all([confirm(), confirm(), confirm()]);
      expect(confirmed.filter(Boolean)).toEqual([{ account, owner: { ...owner, email: change.email } }]);
      expect(given[0]).toEqual([{ account, owner }, change.email]);
      expect(await email()).toBe(change.email);
      expect(await changes.find(account.id, owner.id, NOON)).toBeNull();
      expect(await log.list(account.id, { limit: 9 })).toHaveLength(1);
      expect(await outbox.claim(NOON)).not.toBeNull();
      expect(await outbox.claim(NOON)).toBeNull();
    });

    it('changes nothing with an expired token, or an unknown one', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      expect(await changes.confirm(change.digest, DAY_LATER, effects)).toBeNull();
      expect(await changes.confirm(digestOf(newToken()), NOON, effects)).toBeNull();
      expect(await email()).toBe(owner.email);
    });

    it('changes nothing if another person has the email address', async () => {
      const { changes, log, outbox } = harness;
      const other = await withAccount();
      const change = aChange({ email: other.owner.email.toUpperCase() });
      await changes.add(change, []);
      await expect(changes.confirm(change.digest, NOON, effects)).rejects.toMatchObject({
        code: 'email_taken',
      });
      expect(await email()).toBe(owner.email);
      expect(await changes.find(account.id, owner.id, NOON)).toEqual(change);
      expect(await log.list(account.id, { limit: 9 })).toEqual([]);
      expect(await outbox.claim(NOON)).toBeNull();
    });

    it('cancels a change once', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      expect(await changes.cancel(account.id, owner.id)).toBe(true);
      expect(await changes.cancel(account.id, owner.id)).toBe(false);
      expect(await changes.confirm(change.digest, NOON, effects)).toBeNull();
    });

    it('ends with a change of the password, and with the account', async () => {
      const { accounts, changes } = harness;
      await changes.add(aChange(), []);
      await accounts.setPasswordHash(account.id, owner.id, 'rehashed');
      expect(await changes.find(account.id, owner.id, NOON)).not.toBeNull();
      await accounts.setPasswordHash(account.id, owner.id, 'changed', anEvent());
      expect(await changes.find(account.id, owner.id, NOON)).toBeNull();
      const change = aChange();
      await changes.add(change, []);
      await accounts.remove(account.id, NOON);
      expect(await changes.confirm(change.digest, NOON, effects)).toBeNull();
    });

    it('removes expired changes only', async () => {
      const { changes } = harness;
      const change = aChange();
      await changes.add(change, []);
      await changes.removeExpired(JUST_BEFORE);
      expect(await changes.find(account.id, owner.id, NOON)).toEqual(change);
      await changes.removeExpired(DAY_LATER);
      expect(await changes.find(account.id, owner.id, NOON)).toBeNull();
    });
  });
}
