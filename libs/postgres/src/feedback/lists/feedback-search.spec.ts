import { SYSTEM } from '@libs/kernel';
import type { Feedback } from '@libs/feedback';
import { aBatch, aFeedback, anAccountId, aQuarantined } from '@libs/feedback/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { freshDatabase, itemLists, testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource } from '../../connection/data-source';
import { FeedbackSearch1763900000000 } from '../../migrations/search/1763900000000-feedback-search';
import { InboxFilters1764000400000 } from '../../migrations/feedback/1764000400000-inbox-filters';
import { OneTriggerPerWrite1765500000000 } from '../../migrations/feedback/1765500000000-one-trigger-per-write';
import { SearchOfNewestItems1765400000000 } from '../../migrations/search/1765400000000-search-of-newest-items';
import { seedFeedback } from '../seed/seed-feedback';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresQuarantineRepository } from '../quarantine/postgres-quarantine-repository';

const AT = '2026-03-03T10:00:00.000Z';

describe('feedback_search', () => {
  let dataSource: DataSource;
  let items: PostgresFeedbackRepository;
  let scope: AccountScope;
  beforeAll(async () => {
    dataSource = await testDataSource();
    items = new PostgresFeedbackRepository(dataSource);
    scope = new AccountScope(dataSource);
  });

  const ask = async (accountId: string, text: string, values: unknown[] = []) =>
    (await scope.query(accountId, { text, values })).rows as Record<string, unknown>[];
  const searchEntries = (accountId: string) =>
    ask(
      accountId,
      'SELECT account_id, id, text, submitter_email FROM feedback_search WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
  const expectedEntries = (accountId: string) =>
    ask(
      accountId,
      `SELECT account_id, id,
         searched_text(title || E'\\n' || coalesce(description, ''), submitter_email) AS text,
         lower(submitter_email) AS submitter_email
       FROM feedback WHERE account_id = $1 ORDER BY id`,
      [accountId],
    );
  const expectToBeUpToDate = async (accountId: string, items: number) => {
    const rows = await searchEntries(accountId);
    expect(rows).toHaveLength(items);
    expect(rows).toEqual(await expectedEntries(accountId));
  };
  const add = async (overrides: Partial<Feedback> = {}) => {
    const item = aFeedback(overrides);
    await items.add(item, SYSTEM);
    return item;
  };

  it('contains title, description, and email address as they are compared, without and with accents', async () => {
    const { accountId, id } = await add({
      title: 'ÜBER Café 日本',
      description: 'It\nIS',
      submitter_email: 'Ada@Example.com',
    });
    expect(await searchEntries(accountId)).toEqual([
      {
        account_id: accountId,
        id,
        text: 'uber cafe 日本\nit\nis\u001eüber café 日本\nit\nis\u001fada@example.com',
        submitter_email: 'ada@example.com',
      },
    ]);
  });

  it('is updated by every write', async () => {
    const { accountId, id } = await add({ submitter_email: 'ADA@example.com' });
    const other = await add({ accountId });
    await items.revise(accountId, id, { change: { title: 'Revised' }, expected: 'any', by: SYSTEM, at: AT });
    await items.reviseAll(
      accountId,
      aBatch([
        { id, description: 'In a BATCH' },
        { id: other.id, title: 'Too' },
      ]),
    );
    const entries = new PostgresQuarantineRepository(dataSource);
    const entry = aQuarantined({ accountId });
    await entries.add(entry);
    await entries.release(accountId, entry.id, SYSTEM);
    await expectToBeUpToDate(accountId, 3);
    await seedFeedback(dataSource, { accountId, count: 50, now: new Date() });
    await expectToBeUpToDate(accountId, 53);
    await items.remove(accountId, id, 'any', SYSTEM);
    await expectToBeUpToDate(accountId, 52);
    const neighbor = await add();
    await items.removeAll(accountId);
    await expectToBeUpToDate(accountId, 0);
    await expectToBeUpToDate(neighbor.accountId, 1);
  });

  it('is not updated if no text changes', async () => {
    const { accountId, id } = await add();
    const version = async () =>
      (await ask(accountId, 'SELECT xmin FROM feedback_search WHERE id = $1', [id]))[0];
    const before = await version();
    await items.revise(accountId, id, { change: { status: 'planned' }, expected: 'any', by: SYSTEM, at: AT });
    expect(await version()).toEqual(before);
    await items.revise(accountId, id, {
      change: { description: 'now' },
      expected: 'any',
      by: SYSTEM,
      at: AT,
    });
    expect(await version()).not.toEqual(before);
  });

  it('is rolled back together with the item', async () => {
    const { accountId, id } = await add();
    const undone = scope.transaction(accountId, async (client) => {
      await client.query(`UPDATE feedback SET title = 'never' WHERE account_id = $1`, [accountId]);
      await client.query(`DELETE FROM feedback WHERE account_id = $1`, [accountId]);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await searchEntries(accountId)).toMatchObject([{ id, text: 'dark mode\n\u001f' }]);
  });

  it.each([{ q: 'secret' }, { submitter_email: 'ada@example.com' }, { q: 'secret', sort: 'title' as const }])(
    'returns nothing of another account, even if %j matches its items',
    async (query) => {
      const adapters = [itemLists(dataSource), itemLists(dataSource, 1)];
      const theirs = await add({ title: 'Secret', submitter_email: 'ada@example.com' });
      const mine = anAccountId();
      await ask(
        mine,
        'INSERT INTO feedback_search SELECT $1, id, text, submitter_email FROM feedback_search WHERE id = $2',
        [mine, theirs.id],
      );
      expect(await searchEntries(mine)).toHaveLength(1);
      for (const lists of adapters) {
        expect(await lists.list(mine, { limit: 20, offset: 0, ...query })).toEqual([]);
        expect(await lists.count(mine, query)).toBe(0);
      }
      const unfilteredQuery = 'SELECT title FROM feedback JOIN feedback_search USING (id)';
      expect(await ask(mine, unfilteredQuery)).toEqual([]);
    },
  );
});

describe('the search migrations', () => {
  it('index email addresses of existing items, and restore the text on down', async () => {
    const dataSource = await testDataSource();
    const items = new PostgresFeedbackRepository(dataSource);
    const runner = dataSource.createQueryRunner();
    const migration = new InboxFilters1764000400000();
    const text = async (id: string) => {
      const rows = await dataSource.query<object[]>('SELECT text FROM feedback_search WHERE id = $1', [id]);
      return rows[0];
    };
    const triggers = new OneTriggerPerWrite1765500000000();
    await runner.startTransaction();
    await triggers.down(runner);
    await runner.commitTransaction();
    await migration.down(runner);
    const oldItem = aFeedback({
      title: 'Older',
      description: 'odd \u001f text',
      submitter_email: 'Ada@Example.com',
    });
    await items.add(oldItem, SYSTEM);
    expect(await text(oldItem.id)).toEqual({ text: 'older\nodd \u001f text' });
    await migration.up(runner);
    const query = { limit: 20, offset: 0, q: 'a@example', searchesSenders: true };
    expect(await itemLists(dataSource).list(oldItem.accountId, query)).toEqual([oldItem]);
    expect(await itemLists(dataSource).count(oldItem.accountId, query)).toBe(1);
    await migration.down(runner);
    expect(await text(oldItem.id)).toEqual({ text: 'older\nodd \u001f text' });
    await migration.up(runner);
    await runner.startTransaction();
    await triggers.up(runner);
    await runner.commitTransaction();
    await runner.release();
  });

  it('index existing items of every account, and keep row-level security enabled', async () => {
    const dataSource = await testDataSource();
    const items = new PostgresFeedbackRepository(dataSource);
    const [one, two] = [aFeedback({ title: 'Older' }), aFeedback({ title: 'Older too' })];
    const runner = dataSource.createQueryRunner();
    const migrations = [
      new FeedbackSearch1763900000000(),
      new InboxFilters1764000400000(),
      new SearchOfNewestItems1765400000000(),
      new OneTriggerPerWrite1765500000000(),
    ];
    for (const migration of migrations.toReversed()) await migration.down(runner);
    for (const item of [one, two]) await items.add(item, SYSTEM);
    await runner.startTransaction();
    for (const migration of migrations) await migration.up(runner);
    await runner.commitTransaction();
    for (const item of [one, two]) {
      expect(await itemLists(dataSource).list(item.accountId, { limit: 20, offset: 0, q: 'OLDER' })).toEqual([
        item,
      ]);
      expect(await itemLists(dataSource).count(item.accountId, { q: 'older' })).toBe(1);
    }
    const [security] = (await runner.query(
      `SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = 'feedback'`,
    )) as object[];
    expect(security).toEqual({ relrowsecurity: true, relforcerowsecurity: true });
    await runner.release();
  });

  it.each(['pg_trgm', 'btree_gin'])('explain what to do if %s cannot be created', async (extension) => {
    const database = await freshDatabase();
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const dataSource = await createDataSource({ url: database.url }).initialize();
    try {
      const runner = dataSource.createQueryRunner();
      await new OneTriggerPerWrite1765500000000().down(runner);
      await new InboxFilters1764000400000().down(runner);
      await new FeedbackSearch1763900000000().down(runner);
      const { pathname, username } = new URL(database.url);
      await admin.query(`DROP EXTENSION ${extension}`);
      await admin.query(`REVOKE CREATE ON DATABASE ${pathname.slice(1)} FROM ${username}, PUBLIC`);
      await expect(new FeedbackSearch1763900000000().up(runner)).rejects.toThrow(
        `let a superuser run CREATE EXTENSION ${extension} in this database`,
      );
      await runner.release();
    } finally {
      await dataSource.destroy();
      await admin.end();
      await database.drop();
    }
  });
});
