import { randomUUID } from 'node:crypto';
import { SYSTEM, type SecurityEvent } from '@libs/kernel';
import type { Account } from '../../src';
import { anAccount, aPerson, idAt } from './account-builders';
import type { AccountHarness } from './account-repository.contract';

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Contract tests of `AccountRepository.addAnother`. Every adapter runs all of them. */
export function anotherAccountContract(name: string, make: () => Promise<AccountHarness>): void {
  describe(`AccountRepository.addAnother, ${name}`, () => {
    let accounts: AccountHarness['accounts'];
    let people: AccountHarness['people'];
    let memberships: AccountHarness['memberships'];
    let log: AccountHarness['log'];
    beforeAll(async () => {
      ({ accounts, people, memberships, log } = await make());
    });

    const add = async (overrides: Partial<Account> = {}) => {
      const account = anAccount(overrides);
      const owner = aPerson();
      expect(await accounts.add(account, owner)).toEqual([]);
      return { account, owner };
    };
    const event = (accountId: string): SecurityEvent => {
      const common = { type: 'account.created', by: SYSTEM, subject: {}, createdAt: NOON } as const;
      return { id: idAt(NOON), accountId, ...common };
    };
    const addAnother = (accountId: string, personId: string, account = anAccount({ createdAt: NOON })) =>
      accounts.addAnother(accountId, personId, account, event(account.id));

    it('makes an existing person the owner of another account, and records it', async () => {
      const { account, owner } = await add({ createdAt: new Date(0) });
      const another = anAccount({ createdAt: NOON });
      expect(await addAnother(account.id, owner.id, another)).toEqual([]);
      expect(await memberships.listOf(owner.id)).toEqual([
        { account, role: 'owner' },
        { account: another, role: 'owner' },
      ]);
      expect(await accounts.findWithOwner(another.slug)).toEqual({ account: another, owner });
      expect(await log.list(another.id, { limit: 9 })).toEqual([
        expect.objectContaining({ type: 'account.created' }),
      ]);
      expect(await accounts.remove(another.id, NOON)).toBe(true);
      expect(await people.find(owner.id)).toEqual(owner);
    });

    it('stores nothing if the slug is taken, or the person is not a member', async () => {
      const { account, owner } = await add();
      const { account: other, owner: stranger } = await add({ aliases: [`old-${randomUUID()}`] });
      for (const slug of [account.slug, other.aliases[0]!]) {
        expect(await addAnother(account.id, owner.id, anAccount({ slug }))).toEqual(['slug']);
      }
      for (const [accountId, personId] of [
        [account.id, stranger.id],
        [randomUUID(), owner.id],
        [account.id, randomUUID()],
        ['abc', owner.id],
        [account.id, 'abc'],
      ] as const) {
        const another = anAccount();
        expect(await addAnother(accountId, personId, another)).toBeNull();
        expect(await accounts.findBySlug(another.slug)).toBeNull();
      }
      expect(await memberships.listOf(owner.id)).toHaveLength(1);
    });

    it('keeps an owner of each account while the others are removed at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const { account, owner } = await add();
        const another = anAccount();
        const [added] = await Promise.all([
          addAnother(account.id, owner.id, another),
          accounts.remove(account.id, NOON),
        ]);
        expect(await people.find(owner.id)).toEqual(added === null ? null : owner);
        expect((await accounts.listOwners(another.id)).length).toBe(added === null ? 0 : 1);
      }
    });
  });
}
