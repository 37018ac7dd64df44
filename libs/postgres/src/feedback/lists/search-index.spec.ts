import { SYSTEM } from '@libs/kernel';
import type { Feedback } from '@libs/feedback';
import { aFeedback, anAccountId, idAt } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { itemLists, testDataSource, untilStatementsWait } from '../../../testing';
import { PostgresFeedbackImporter } from '../import/postgres-feedback-importer';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import type { PostgresItemLists } from './postgres-item-lists';
import { SearchIndex } from './search-index';

describe('the index of words', () => {
  let dataSource: DataSource;
  let repository: PostgresFeedbackRepository;
  let lists: PostgresItemLists;
  let index: SearchIndex;
  beforeAll(async () => {
    dataSource = await testDataSource();
    index = new SearchIndex(dataSource, 1_000);
    // Scans one row, so that searches use the index.
    lists = itemLists(dataSource, 1);
    repository = new PostgresFeedbackRepository(dataSource);
  });
  beforeEach(() => dataSource.query('DELETE FROM search_index_queue'));

  /** Adds items in one statement. */
  async function add(accountId: string, count: number, actor = 'system'): Promise<void> {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT set_config('app.account_id', $1, true), set_config('app.actor', $2, true)`, [
      accountId,
      actor,
    ]);
    await runner.query(
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Dark mode ' || i, 'new', 'api', now(), now() FROM generate_series(1, $2::integer) i`,
      [accountId, count],
    );
    await runner.commitTransaction();
    await runner.release();
  }
  async function changeTitles(accountId: string): Promise<void> {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `SELECT set_config('app.account_id', $1, true), set_config('app.actor', 'none', true)`,
      [accountId],
    );
    await runner.query(`UPDATE feedback SET title = title || '!' WHERE account_id = $1`, [accountId]);
    await runner.commitTransaction();
    await runner.release();
  }
  async function indexAll(): Promise<void> {
    while (await index.addSome());
  }
  async function entries(accountId: string): Promise<{ indexed: number; unindexed: number }> {
    const rows = await dataSource.query<{ indexed: number; unindexed: number }[]>(
      `SELECT count(*) FILTER (WHERE is_indexed)::integer AS indexed,
         count(*) FILTER (WHERE NOT is_indexed)::integer AS unindexed
       FROM feedback_search WHERE account_id = $1`,
      [accountId],
    );
    return rows[0]!;
  }
  const queue = (accountId: string) =>
    dataSource.query('INSERT INTO search_index_queue (account_id) VALUES ($1)', [accountId]);
  const queued = async (): Promise<string[]> => {
    const rows = await dataSource.query<{ account_id: string }[]>(
      'SELECT account_id FROM search_index_queue',
    );
    return rows.map(({ account_id }) => account_id);
  };
  const search = async ({ accountId }: Pick<Feedback, 'accountId'>, q: string) =>
    (await lists.list(accountId, { q, limit: 10, offset: 0 })).map(({ id }) => id);
  const pendingPages = async () => {
    const rows = await dataSource.query<{ pages: string }[]>(
      `SELECT gin_clean_pending_list('feedback_search_text') AS pages`,
    );
    return Number(rows[0]!.pages);
  };

  it('gets the entries of an account above a limit, and searches find all of them', async () => {
    const accountId = anAccountId();
    for (let i = 0; i < 22; i++) await add(accountId, 50);
    await queue(accountId);
    expect(await lists.count(accountId, { q: 'dark' })).toBe(1_100);
    await indexAll();
    expect(await entries(accountId)).toEqual({ indexed: 200, unindexed: 900 });
    expect([await queued(), await pendingPages()]).toEqual([[], 0]);
    expect(await lists.count(accountId, { q: 'dark' })).toBe(1_100);
    expect(await lists.countUpTo(accountId, [{ q: 'dark' }], 1_000)).toEqual([1_000]);
    expect(await search({ accountId }, 'dark 49')).toHaveLength(11);
  });

  it('has a queue to which new and changed entries add their account now and then', async () => {
    const [written, changed] = [anAccountId(), anAccountId()];
    await add(written, 3_000);
    expect(await queued()).toContain(written);
    await add(changed, 3_000, 'none');
    expect(await queued()).not.toContain(changed);
    await changeTitles(changed);
    expect(await queued()).toContain(changed);
    expect(await entries(changed)).toEqual({ indexed: 0, unindexed: 3_000 });
  });

  it('does not get entries of an account at the limit', async () => {
    const accountId = anAccountId();
    for (let i = 0; i < 20; i++) await add(accountId, 50);
    await queue(accountId);
    await indexAll();
    expect(await entries(accountId)).toEqual({ indexed: 0, unindexed: 1_000 });
    expect(await queued()).toEqual([]);
  });

  it('gets the entries of an import, and has none pending afterwards', async () => {
    await pendingPages();
    const accountId = anAccountId();
    const items = Array.from({ length: 5 }, () => aFeedback({ accountId }));
    await new PostgresFeedbackImporter(dataSource).run(accountId, false, (target) =>
      target.add(items, idAt('2026-03-03T10:00:00.000Z')),
    );
    expect((await entries(accountId)).indexed).toBe(5);
    expect(await pendingPages()).toBe(0);
  });

  it('loses the entry of an item whose text changes, and searches find the new text only', async () => {
    const item = aFeedback({ title: 'Dark mode' });
    await repository.add(item, SYSTEM);
    await dataSource.query('UPDATE feedback_search SET is_indexed = true WHERE id = $1', [item.id]);
    expect(await search(item, 'dark')).toEqual([item.id]);
    const revision = { expected: 'any', by: SYSTEM, at: '2026-03-03T10:00:00.000Z' } as const;
    await repository.revise(item.accountId, item.id, { ...revision, change: { status: 'planned' } });
    expect(await entries(item.accountId)).toEqual({ indexed: 1, unindexed: 0 });
    await repository.revise(item.accountId, item.id, { ...revision, change: { title: 'Light theme' } });
    expect(await entries(item.accountId)).toEqual({ indexed: 0, unindexed: 1 });
    expect([await search(item, 'dark'), await search(item, 'theme')]).toEqual([[], [item.id]]);
  });

  it('gets fewer entries at a time if their texts are long', async () => {
    const accountId = anAccountId();
    for (let i = 0; i < 21; i++) await add(accountId, 50);
    await dataSource.query(
      `UPDATE feedback_search_newest SET text = repeat('x', 13000) WHERE account_id = $1
         AND id IN (SELECT id FROM feedback_search_newest WHERE account_id = $1 ORDER BY id LIMIT 60)`,
      [accountId],
    );
    await queue(accountId);
    expect(await index.addSome()).toBe(true);
    expect(await entries(accountId)).toEqual({ indexed: 8, unindexed: 1_042 });
    await indexAll();
    expect((await entries(accountId)).unindexed).toBeLessThanOrEqual(1_000);
  });

  it('goes on with other accounts after an error', async () => {
    const [failing, other] = [anAccountId(), anAccountId()];
    for (const accountId of [failing, other]) {
      for (let i = 0; i < 22; i++) await add(accountId, 50);
    }
    await dataSource.query('DELETE FROM search_index_queue');
    await dataSource.query(
      `INSERT INTO feedback_search_indexed (account_id, id, text)
       SELECT account_id, id, text FROM feedback_search_newest WHERE account_id = $1`,
      [failing],
    );
    for (const accountId of [failing, other]) await queue(accountId);
    await expect(index.addSome()).rejects.toThrow('duplicate key');
    await indexAll();
    expect((await entries(other)).indexed).toBe(200);
    await dataSource.query('DELETE FROM feedback_search_indexed WHERE account_id = $1', [failing]);
  });

  it('merges what an instance that stopped has left', async () => {
    await dataSource.query(
      `INSERT INTO feedback_search_indexed (account_id, id, text) VALUES (gen_random_uuid(), gen_random_uuid(), 'left')`,
    );
    await new SearchIndex(dataSource).addSome();
    expect(await pendingPages()).toBe(0);
  });

  it('does not wait for an item that someone is changing', async () => {
    const accountId = anAccountId();
    for (let i = 0; i < 22; i++) await add(accountId, 50);
    await queue(accountId);
    const other = await poolOf(dataSource).connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM feedback_search_newest WHERE account_id = $1 FOR UPDATE', [accountId]);
      await indexAll();
      expect(await entries(accountId)).toEqual({ indexed: 0, unindexed: 1_100 });
      await other.query('COMMIT');
    } finally {
      other.release();
    }
  });

  it('has the entry of an item that is changed or deleted while it is moved', async () => {
    const items = Array.from({ length: 2 }, () =>
      aFeedback({ accountId: anAccountId(), title: 'Dark mode' }),
    );
    const [edited, deleted] = items as [Feedback, Feedback];
    for (const item of items) await repository.add(item, SYSTEM);
    const mover = await poolOf(dataSource).connect();
    try {
      await mover.query('BEGIN');
      await mover.query(
        `WITH moved AS (DELETE FROM feedback_search_newest WHERE id = ANY ($1) RETURNING *)
         INSERT INTO feedback_search_indexed (account_id, id, text) SELECT account_id, id, text FROM moved`,
        [items.map(({ id }) => id)],
      );
      const revision = { expected: 'any', by: SYSTEM, at: '2026-03-03T10:00:00.000Z' } as const;
      const writes = [
        repository.revise(edited.accountId, edited.id, { ...revision, change: { title: 'Light theme' } }),
        repository.remove(deleted.accountId, deleted.id, 'any', SYSTEM),
      ];
      await untilStatementsWait(dataSource, writes.length);
      await mover.query('COMMIT');
      await Promise.all(writes);
    } finally {
      mover.release();
    }
    expect([await search(edited, 'dark'), await search(edited, 'theme')]).toEqual([[], [edited.id]]);
    expect(await entries(edited.accountId)).toEqual({ indexed: 0, unindexed: 1 });
    expect(await entries(deleted.accountId)).toEqual({ indexed: 0, unindexed: 0 });
  });

  it('is left to another instance that adds entries', async () => {
    await queue(anAccountId());
    const other = await poolOf(dataSource).connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(4901178535)');
      expect(await index.addSome()).toBe(false);
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    expect(await index.addSome()).toBe(true);
  });
});
