import { ownerActor, type SecurityEvent } from '@libs/kernel';
import {
  digestOf,
  newToken,
  type Account,
  type AccountRepository,
  type EmailChangeRepository,
  type MailOutbox,
  type Owner,
  type PasswordReset,
  type PasswordResetRepository,
  type SecurityLogRepository,
  type SessionRepository,
} from '../../src';
import { anAccount, anOwner, aSession, idAt } from '../account/account-builders';
import { aMessage } from '../mail/mail-builders';

export interface PasswordResetHarness {
  readonly resets: PasswordResetRepository;
  readonly changes: EmailChangeRepository;
  readonly accounts: AccountRepository;
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
    let owner: Owner;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      account = anAccount();
      owner = anOwner({ accountId: account.id });
      await harness.accounts.add(account, owner);
      while (await harness.outbox.claim(NOON));
    });

    const aReset = (overrides: Partial<PasswordReset> = {}): PasswordReset => ({
      accountId: account.id,
      personId: owner.id,
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
      by: ownerActor(owner.id),
      subject: {},
    });
    const change = () => ({ passwordHash: 'new', event: anEvent(), mail: [aMessage()] });
    const hash = async () => (await harness.accounts.findOwnerOf(account.id, owner.id))?.owner.passwordHash;

    it('finds the person of a token until it expires, and stores the message', async () => {
      const reset = aReset();
      const message = aMessage({ accountId: account.id });
      expect(await harness.resets.add(reset, [message])).toBe(true);
      expect(await harness.resets.find(reset.digest, JUST_BEFORE)).toEqual({ account, owner });
      expect(await harness.resets.find(reset.digest, HOUR_LATER)).toBeNull();
      expect(await harness.resets.find(digestOf(newToken()), NOON)).toBeNull();
      expect((await harness.outbox.claim(NOON))?.id).toBe(message.id);
    });

    it('stores nothing for an unknown person', async () => {
      for (const unknown of [{ personId: idAt(NOON) }, { accountId: idAt(NOON) }]) {
        const reset = aReset(unknown);
        expect(await harness.resets.add(reset, [aMessage()])).toBe(false);
        expect(await harness.resets.find(reset.digest, NOON)).toBeNull();
      }
      expect(await harness.outbox.claim(NOON)).toBeNull();
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
      const otherOwner = anOwner({ accountId: other.id });
      await harness.accounts.add(other, otherOwner);
      await sessions.add(aSession({ accountId: account.id, ownerId: owner.id }));
      await sessions.add(aSession({ accountId: other.id, ownerId: otherOwner.id }));
      const reset = aReset();
      await resets.add(reset, []);
      const used = change();
      const results = await Promise.all(
        Array.from({ length: 4 }, () =>
          resets.use(reset.digest, NOON, { ...used, event: anEvent(), mail: [aMessage()] }),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await hash()).toBe('new');
      expect(await sessions.list(account.id, owner.id)).toEqual([]);
      expect(await sessions.list(other.id, otherOwner.id)).toHaveLength(1);
      expect(await log.list(account.id, { limit: 9 })).toHaveLength(1);
      expect(await outbox.claim(NOON)).not.toBeNull();
      expect(await outbox.claim(NOON)).toBeNull();
    });

    it('changes nothing with an expired token', async () => {
      const reset = aReset();
      await harness.resets.add(reset, []);
      expect(await harness.resets.use(reset.digest, HOUR_LATER, change())).toBe(false);
      expect(await hash()).toBe(owner.passwordHash);
      expect(await harness.log.list(account.id, { limit: 9 })).toEqual([]);
      expect(await harness.outbox.claim(NOON)).toBeNull();
    });

    it('deletes a pending change of the email address', async () => {
      const { changes, resets } = harness;
      const pending = { ...aReset(), email: 'new@example.com' };
      await changes.add(pending, []);
      const reset = aReset();
      await resets.add(reset, []);
      await resets.use(reset.digest, NOON, change());
      expect(await changes.find(account.id, owner.id, NOON)).toBeNull();
    });

    it('ends with a change of the password or the email address', async () => {
      const { resets, accounts } = harness;
      for (const run of [
        () => accounts.setPasswordHash(account.id, owner.id, 'changed', anEvent()),
        () => accounts.setEmail(account.id, owner.id, `changed-${owner.email}`, anEvent()),
      ]) {
        const reset = aReset();
        await resets.add(reset, []);
        await run();
        expect(await resets.find(reset.digest, NOON)).toBeNull();
      }
      const kept = aReset();
      await resets.add(kept, []);
      // A stronger hash of the same password.
      await accounts.setPasswordHash(account.id, owner.id, 'rehashed');
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
