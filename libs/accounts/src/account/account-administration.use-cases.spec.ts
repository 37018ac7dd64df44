import { parse, SYSTEM } from '@libs/kernel';
import { anAccount, aPerson, idAt, InMemoryAccountRepository } from '../../testing';
import type { Account } from './account';
import { AccountAdministration } from './account-administration.use-cases';
import type { Person } from '../people/person';
import { planChangeRule } from './account.rules';

const START = Date.parse('2026-03-03T10:00:00.000Z');

/** operator.md 2, operator.md 7, dashboard.md 13 */
describe('AccountAdministration', () => {
  let now: Date;
  let accounts: InMemoryAccountRepository;
  let administration: AccountAdministration;
  let account: Account;
  let owner: Person;
  beforeEach(async () => {
    now = new Date(START);
    accounts = new InMemoryAccountRepository();
    administration = new AccountAdministration(accounts, () => now, idAt);
    account = anAccount();
    owner = aPerson();
    await accounts.add(account, owner);
  });
  const recorded = () => accounts.log.events.map(({ type, by, subject }) => [type, by, subject]);
  const stored = () => accounts.findBySlug(account.slug);

  it('finds an account with its owner', async () => {
    expect(await administration.find(account.slug)).toEqual({ account, owner });
  });

  it('changes the plan', async () => {
    const pro = parse(planChangeRule, { plan: 'pro' });
    expect(await administration.setPlan(account.slug, pro, SYSTEM)).toEqual({ ...account, plan: 'pro' });
    await administration.setPlan(account.slug, pro, SYSTEM);
    expect(await stored()).toEqual({ ...account, plan: 'pro' });
    expect(recorded()).toEqual([['account.plan_changed', SYSTEM, { name: 'pro' }]]);
  });

  it('suspends an account once, and resumes it', async () => {
    const suspended = { ...account, suspendedAt: new Date(START) };
    expect(await administration.suspend(account.slug, SYSTEM)).toEqual(suspended);
    now = new Date(START + 1000);
    expect(await administration.suspend(account.slug, SYSTEM)).toEqual(suspended);
    expect(await stored()).toEqual(suspended);
    for (let i = 0; i < 2; i++) expect(await administration.resume(account.slug, SYSTEM)).toEqual(account);
    expect(await stored()).toEqual(account);
    expect(recorded()).toEqual([
      ['account.suspended', SYSTEM, {}],
      ['account.resumed', SYSTEM, {}],
    ]);
  });

  it('throws account_not_found for an unknown slug', async () => {
    const missing = { kind: 'not_found', code: 'account_not_found' };
    for (const slug of ['nobody', 'nul\0']) {
      await expect(administration.find(slug)).rejects.toMatchObject(missing);
    }
    await expect(administration.suspend('nobody', SYSTEM)).rejects.toMatchObject(missing);
    await expect(administration.resume('nobody', SYSTEM)).rejects.toMatchObject(missing);
    const free = parse(planChangeRule, { plan: 'free' });
    await expect(administration.setPlan('nobody', free, SYSTEM)).rejects.toMatchObject(missing);
  });

  it('lists accounts up to the limit, and whether there are more', async () => {
    const other = anAccount({ createdAt: new Date(START) });
    const otherOwner = aPerson();
    await accounts.add(other, otherOwner);
    const { accounts: all, hasMore } = await administration.list({ limit: 2 });
    expect([all.length, hasMore]).toEqual([2, false]);
    expect(await administration.list({ limit: 1 })).toEqual({ accounts: [all[0]], hasMore: true });
    expect(await administration.list({ limit: 1, search: other.slug })).toEqual({
      accounts: [{ account: other, owner: otherOwner, members: 1 }],
      hasMore: false,
    });
  });
});
