import {
  accountRepositoryContract,
  anAccount,
  anotherAccountContract,
  aPerson,
  idAt,
} from '@libs/accounts/testing';
import type { Feedback } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { accountRepositories, sharedDataSource, testDataSource } from '../../../testing';
import { SlugAliases1764000600000 } from '../../migrations/accounts/1764000600000-slug-aliases';
import { PostgresFeedbackRepository } from '../../feedback/items/postgres-feedback-repository';
import { PostgresSecurityLog } from '../../security-log/postgres-security-log';
import { PostgresAccountRepository } from './postgres-account-repository';

accountRepositoryContract('PostgreSQL', accountRepositories);
anotherAccountContract('PostgreSQL', accountRepositories);

describe('PostgresAccountRepository.add', () => {
  it('passes on an error other than a conflict, even if the slug is taken', async () => {
    const accounts = new PostgresAccountRepository(await sharedDataSource());
    const account = anAccount();
    await accounts.add(account, aPerson());
    const broken = anAccount({ slug: account.slug, name: '' });
    const adding = accounts.add(broken, aPerson());
    await expect(adding).rejects.toThrow('accounts_name_not_empty');
  });
});

/** public.md 1 */
describe('a change of the slug', () => {
  it('moves the cards of the account, and of no other one, without a new version', async () => {
    const dataSource = await sharedDataSource();
    const accounts = new PostgresAccountRepository(dataSource);
    const items = new PostgresFeedbackRepository(dataSource);
    const [mine, other] = [anAccount(), anAccount()];
    const urlOf = (slug: string, id: string) => `https://feedback.test/f/items/f/${slug}/items/${id}`;
    const added: Feedback[] = [];
    for (const account of [mine, other]) await accounts.add(account, aPerson());
    for (const { id: accountId, slug } of [mine, mine, other]) {
      const { id, created_at: at } = aFeedback();
      const card = { url: urlOf(slug, id), text: null, title: 'T', published_at: at };
      const item = aFeedback({ accountId, id, created_at: at, public: card });
      await items.add(item, SYSTEM);
      added.push(item);
    }
    const [first, second, foreign] = added as [Feedback, Feedback, Feedback];
    const slug = `${mine.slug}-2`;
    await accounts.revise(mine.id, (current) => ({ ...current, slug, aliases: [mine.slug] }));
    for (const item of [first, second])
      expect(await items.find(mine.id, item.id)).toEqual({
        ...item,
        public: { ...item.public, url: urlOf(slug, item.id) },
      });
    expect(await items.find(other.id, foreign.id)).toEqual(foreign);
  });
});

describe('the migration of slug aliases', () => {
  it('keeps the slugs of existing accounts after down and up', async () => {
    const dataSource = await testDataSource();
    const accounts = new PostgresAccountRepository(dataSource);
    const account = anAccount();
    await accounts.add(account, aPerson());
    const runner = dataSource.createQueryRunner();
    const migration = new SlugAliases1764000600000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await accounts.findBySlug(account.slug)).toEqual(account);
    const rejectedAccount = anAccount({ slug: account.slug });
    expect(await accounts.add(rejectedAccount, aPerson())).toEqual(['slug']);
  });
});

describe('PostgresAccountRepository.remove', () => {
  const account = anAccount();
  let dataSource: DataSource;
  const broken = async (event: string, table: string) => {
    dataSource = await testDataSource();
    const accounts = new PostgresAccountRepository(dataSource);
    await accounts.add(account, aPerson(), {
      id: idAt(new Date()),
      accountId: account.id,
      type: 'account.created',
      createdAt: new Date(),
      by: SYSTEM,
      subject: {},
    });
    await dataSource.query(`
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await dataSource.query(`CREATE TRIGGER no BEFORE ${event} ON ${table} EXECUTE FUNCTION no()`);
    await expect(accounts.remove(account.id, new Date())).rejects.toThrow('no');
    return accounts;
  };

  it('keeps the account if it cannot record the removal', async () => {
    const accounts = await broken('INSERT', 'removed_accounts');
    expect(await accounts.findBySlug(account.slug)).toEqual(account);
  });

  it('records no removal if it cannot delete the account', async () => {
    const accounts = await broken('DELETE', 'accounts');
    expect(await accounts.listRemoved()).toEqual([]);
  });

  // In the same statement as the account, it could take longer than a statement has.
  it('deletes the security log before the account', async () => {
    await broken('DELETE', 'accounts');
    const log = new PostgresSecurityLog(dataSource);
    expect(await log.list(account.id, { limit: 1 })).toEqual([]);
  });

  it('records only the account ID and the time', async () => {
    const columns = await (
      await sharedDataSource()
    ).query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'removed_accounts'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(['account_id', 'removed_at']);
  });
});
