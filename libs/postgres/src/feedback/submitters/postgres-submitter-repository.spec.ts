import { randomUUID } from 'node:crypto';
import type { Feedback } from '@libs/feedback';
import { aFeedback, anAccountId, aQuarantined, submitterRepositoryContract } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresChangelogRepository } from '../changelog/postgres-changelog-repository';
import { PostgresRequestRepository } from '../requests/postgres-request-repository';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresQuarantineRepository } from '../quarantine/postgres-quarantine-repository';
import { PostgresSubmitterRepository } from './postgres-submitter-repository';
import { SCAN_ENTRIES, SCAN_HISTORY, SCAN_NOTES, SCAN_QUARANTINE } from './submitter.sql';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  submitterRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    return {
      submitters: new PostgresSubmitterRepository(dataSource),
      items: new PostgresFeedbackRepository(dataSource),
      requests: new PostgresRequestRepository(dataSource),
      entries: new PostgresQuarantineRepository(dataSource),
      changelog: new PostgresChangelogRepository(dataSource),
      async changesOf(accountId) {
        const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
        return (await scope.query<ChangeRow>(accountId, rowsOf(text, [accountId]))).rows.map(changeOf);
      },
    };
  });
}

describe('PostgresSubmitterRepository', () => {
  it('yields a page for each chunk, also without the email address', async () => {
    const dataSource = await sharedDataSource('role');
    const accountId = anAccountId();
    const entries = new PostgresQuarantineRepository(dataSource);
    await entries.add(aQuarantined({ accountId, submitter_email: 'grace@example.com' }));
    const pages = [];
    const found = new PostgresSubmitterRepository(dataSource).quarantined(accountId, 'ada@example.com');
    for await (const page of found) pages.push(page);
    expect(pages).toEqual([[]]);
  });

  const card = { url: 'https://a.example/f/a/items/1', title: 'T', published_at: '2026-03-03T10:00:00.000Z' };
  it.each<[Partial<Feedback>, Partial<Pick<Feedback, 'title' | 'links' | 'public'>>]>([
    [{ title: 'From ada@example.com' }, { title: 'Other' }],
    [{ links: [{ url: 'https://a.example', kind: 'call', title: 'ada@example.com' }] }, { links: [] }],
    // In JSON, a letter precedes the address.
    [{ public: { ...card, text: 'Line\nada@example.com' } }, { public: null }],
    [{ context: { data: { user: 'ada@example.com' }, page: null, language: null } }, { title: 'Other' }],
  ])(
    'removes the new and the old values of changes that are not yet published: %j',
    async (fields, change) => {
      const dataSource = await sharedDataSource('role');
      const items = new PostgresFeedbackRepository(dataSource);
      const item = aFeedback(fields);
      await items.add(item, SYSTEM);
      const revision = {
        change,
        expected: 'any',
        by: SYSTEM,
        at: item.updated_at,
      } as const;
      await items.revise(item.accountId, item.id, revision);
      await new PostgresSubmitterRepository(dataSource).eraseRest(item.accountId, 'ada@example.com');
      const { rows } = await new AccountScope(dataSource).query(item.accountId, {
        text: 'SELECT item, previous FROM feedback_changes WHERE account_id = $1 ORDER BY seq',
        values: [item.accountId],
      });
      expect(rows).toEqual([1, 2].map((version) => ({ item: { id: item.id, version }, previous: null })));
    },
  );

  it('records deletions without an external ID with the email address, also those that are not yet published', async () => {
    const dataSource = await sharedDataSource('role');
    const items = new PostgresFeedbackRepository(dataSource);
    const submitters = new PostgresSubmitterRepository(dataSource);
    const accountId = anAccountId();
    const add = async (more: object) => {
      const item = aFeedback({ accountId, ...more });
      await items.add(item, SYSTEM);
      return item.id;
    };
    const removed = await add({ external_id: 'crm:ada@example.com' });
    await items.remove(accountId, removed, 'any', SYSTEM);
    const kept = await add({ external_id: 'crm:xada@example.com' });
    await items.remove(accountId, kept, 'any', SYSTEM);
    const own = await add({ submitter_email: 'Ada@example.com', external_id: 'Ada@example.com' });
    const deletions = async () => {
      const text = `SELECT item->>'id', item->>'external_id' FROM feedback_changes
        WHERE account_id = $1 AND kind = 'deleted' ORDER BY seq`;
      return (await new AccountScope(dataSource).query(accountId, rowsOf(text, [accountId]))).rows;
    };
    const erasure = { deletes: true, at: new Date().toISOString(), by: SYSTEM };
    await submitters.eraseItems(accountId, 'ada@example.com', [own], erasure);
    expect((await deletions())[2]).toEqual([own, null]);
    await submitters.eraseRest(accountId, 'ada@example.com');
    expect(await deletions()).toEqual([
      [removed, null],
      [kept, 'crm:xada@example.com'],
      [own, null],
    ]);
  });

  it('yields each note once, also if the notes of an item are in two chunks', async () => {
    const dataSource = await sharedDataSource('role');
    const accountId = anAccountId();
    await new AccountScope(dataSource).query(accountId, {
      text: `INSERT INTO feedback_notes (account_id, item_id, id, author, text, created_at)
        SELECT $1, md5((n % 3)::text)::uuid, md5(n::text)::uuid, 'person:1', n || ' ada@example.com', now()
        FROM generate_series(1, 4500) AS n`,
      values: [accountId],
    });
    const pages = [];
    const found = new PostgresSubmitterRepository(dataSource).notes(accountId, 'ada@example.com');
    for await (const page of found) pages.push(page.map(({ text }) => text));
    expect(pages.map(({ length }) => length)).toEqual([2000, 2000, 500]);
    expect(new Set(pages.flat()).size).toBe(4500);
  });

  /** Of the longest texts, 2,000 took longer than a statement may take. */
  it('yields at most 200 entries of the changelog at once', async () => {
    const dataSource = await sharedDataSource('role');
    const accountId = anAccountId();
    await new AccountScope(dataSource).query(accountId, {
      text: `INSERT INTO changelog_entries (account_id, id, title, text, status, created_at, updated_at)
        SELECT $1, md5(n::text)::uuid, n || ' ada@example.com', '', 'draft', now(), now()
        FROM generate_series(1, 450) AS n`,
      values: [accountId],
    });
    const pages = [];
    const found = new PostgresSubmitterRepository(dataSource).changelog(accountId, 'ada@example.com');
    for await (const page of found) pages.push(page.map(({ title }) => title));
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(new Set(pages.flat()).size).toBe(450);
  });

  it.each([
    ['quarantined_feedback', SCAN_QUARANTINE, randomUUID()],
    ['feedback_notes', SCAN_NOTES, `${randomUUID()} ${randomUUID()}`],
    ['changelog_entries', SCAN_ENTRIES, randomUUID()],
    ['feedback_history', SCAN_HISTORY, `${randomUUID()} 7`],
  ])('reads a chunk of %s in the order of an index', async (table, text, after) => {
    const accountId = anAccountId();
    const literals = [`'${accountId}'`, `'a'`, `'a'`, `'a'`, `'${after}'`];
    const explained = text.replaceAll(/\$(\d)/g, (_, n: string) => literals[Number(n) - 1]!);
    const scope = new AccountScope(await sharedDataSource('role'));
    const plan = await scope.transaction(accountId, async (client) => {
      for (const way of ['seqscan', 'bitmapscan']) await client.query(`SET LOCAL enable_${way} = off`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${explained}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    const [chunk] = plan.split(/^ {2}InitPlan/m);
    expect(chunk).toContain(`Index Scan using ${table}_pkey`);
    expect(chunk).not.toContain('Sort');
  });
});
