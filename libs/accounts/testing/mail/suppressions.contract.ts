import { createHash } from 'node:crypto';
import { MailSuppressions, type AccountRepository, type SuppressionRepository } from '../../src';
import { anAccount, aPerson, idAt } from '../account/account-builders';

export interface SuppressionsHarness {
  readonly accounts: AccountRepository;
  readonly suppressions: SuppressionRepository;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Contract tests of `SuppressionRepository` (mail.md 9). */
export function suppressionsContract(name: string, make: () => Promise<SuppressionsHarness>): void {
  describe(`SuppressionRepository, ${name}`, () => {
    let harness: SuppressionsHarness;
    let suppressions: MailSuppressions;
    let counted: string[];
    const macOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
    beforeEach(async () => {
      harness = await make();
      counted = [];
      const limit = {
        count: async (digest: string, kind: string) => counted.push(`${kind} ${digest}`) <= 2,
      };
      suppressions = new MailSuppressions(
        harness.suppressions,
        limit,
        macOf,
        () => NOON,
        new Set(['mentioned']),
      );
    });
    const account = async () => {
      const one = anAccount();
      await harness.accounts.add(one, aPerson());
      return one.id;
    };
    const mention = (accountId: string | null, attempt = 1) =>
      ({ accountId, kind: 'mentioned', attempt }) as const;

    it('has the addresses of one account, in any case, and no others', async () => {
      const [one, other] = [await account(), await account()];
      await suppressions.suppress(mention(one), 'Ada@example.com', '550');
      await suppressions.suppress(mention(one), 'ada@example.com', '551');
      const may = (accountId: string, to: string) => suppressions.mayStillSend(mention(accountId), to);
      expect(await may(one, 'ADA@example.com')).toBe(false);
      expect(await may(one, 'bo@example.com')).toBe(true);
      expect(await may(other, 'ada@example.com')).toBe(true);
    });

    it('does not apply to messages to members, nor to those of no account', async () => {
      const id = await account();
      await suppressions.suppress(mention(id), 'ada@example.com', '550');
      const notice = { accountId: id, kind: 'new_sign_in', attempt: 1 } as const;
      await suppressions.suppress(notice, 'bo@example.com', '550');
      await suppressions.suppress(mention(null), 'bo@example.com', '550');
      expect(await suppressions.mayStillSend(notice, 'ada@example.com')).toBe(true);
      expect(await suppressions.mayStillSend(mention(id), 'bo@example.com')).toBe(true);
      expect(await suppressions.mayStillSend(mention(null), 'ada@example.com')).toBe(true);
    });

    it('loses the addresses of an account that is removed, and stores none for it', async () => {
      const id = await account();
      await suppressions.suppress(mention(id), 'ada@example.com', '550');
      await harness.accounts.remove(id, NOON);
      await suppressions.suppress(mention(id), 'ada@example.com', '550');
      await suppressions.suppress(mention(idAt(NOON)), 'ada@example.com', '550');
      await harness.accounts.add(anAccount({ id }), aPerson());
      expect(await suppressions.mayStillSend(mention(id), 'ada@example.com')).toBe(true);
    });

    it('sends nothing for accounts that are suspended, deleted, or have no owner with a confirmed address', async () => {
      const id = await account();
      const unconfirmed = anAccount();
      await harness.accounts.add(unconfirmed, aPerson({ emailConfirmedAt: null }));
      const may = (accountId: string) => suppressions.mayStillSend(mention(accountId), 'ada@example.com');
      expect(await may(id)).toBe(true);
      expect(await may(unconfirmed.id)).toBe(false);
      await harness.accounts.revise(id, (current) => ({ ...current, suspendedAt: NOON }));
      expect(await may(id)).toBe(false);
      expect(await may(idAt(NOON))).toBe(false);
    });

    it('counts the messages of all accounts to an address, each once', async () => {
      const [one, other, third] = [await account(), await account(), await account()];
      const may = (accountId: string, attempt: number) =>
        suppressions.mayStillSend(mention(accountId, attempt), 'Ada@example.com');
      expect(await may(one, 1)).toBe(true);
      expect(await may(one, 2)).toBe(true);
      expect(await may(other, 1)).toBe(true);
      expect(await may(third, 1)).toBe(false);
      expect(new Set(counted)).toEqual(new Set([`mentioned ${macOf('recipient ada@example.com')}`]));
    });
  });
}
