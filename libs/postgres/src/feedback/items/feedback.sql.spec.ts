import { SYSTEM } from '@libs/kernel';
import { SORTS, type FeedbackQuery, type Sort } from '@libs/feedback';
import { aBatch, aFeedback, anAccountId } from '@libs/feedback/testing';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { seedAccounts, testDataSource, untilStatementsWait } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { listCardsStatement } from '../public-cards/postgres-public-card-finder';
import { attemptsOf } from '../lists/search-attempts.sql';
import { duplicatesStatement, namedStatement } from '../duplicates/merge.sql';
import { countByStatusStatement, countStatement } from '../lists/count.sql';
import { countMergedStatement, targetsStatement } from '../lists/found-targets';
import { isServedByOneIndex, pageStatement } from '../lists/list.sql';
import { lockItemsStatement } from '../batch/apply-all.sql';
import { reviseAllStatement } from '../batch/revise-all.sql';
import { PostgresFeedbackRepository } from './postgres-feedback-repository';

const SOME_ID = '01a00000-0000-7000-8000-000000000000';

describe('PostgresFeedbackRepository', () => {
  let dataSource: DataSource;
  // Sorted like their rows, because plans depend on the correlation between index and table.
  const accounts = Array.from({ length: 4 }, () => anAccountId()).sort();
  const accountId = accounts.at(-1)!;

  beforeAll(async () => {
    dataSource = await testDataSource();
    await seedAccounts(dataSource, accounts, 6_000);
  });

  /** Returns the plan of a statement with row-level security, as the service runs it. */
  const planOf = async ({ text, values }: QueryArrayConfig) => {
    const { rows } = await new AccountScope(dataSource).query(accountId, { text: `EXPLAIN ${text}`, values });
    return rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['the first page', { limit: 20, offset: 0 }, /Index Scan Backward using feedback_pkey/],
    [
      'a page by cursor',
      { limit: 20, offset: 0, after: { id: SOME_ID } },
      /Index Scan Backward using feedback_pkey[\s\S]*id < /,
    ],
    [
      'a status',
      { limit: 20, offset: 0, status: 'shipped' as const },
      /Index Scan using feedback_account_status/,
    ],
    ['a deep page', { limit: 20, offset: 5000 }, /Index Only Scan Backward using feedback_pkey/],
    [
      'the items of an import',
      { limit: 20, offset: 0, importId: SOME_ID },
      /Index Scan Backward using feedback_account_import/,
    ],
    [
      'a deep page of a status',
      { limit: 20, offset: 1000, status: 'new' as const },
      /Index Only Scan using feedback_account_status/,
    ],
    [
      'the oldest items',
      { limit: 20, offset: 0, sort: 'created_at' as const },
      /Index Scan using feedback_pkey/,
    ],
    [
      'the most recently updated items',
      { limit: 20, offset: 0, sort: '-updated_at' as const },
      /Index Scan Backward using feedback_account_updated/,
    ],
    [
      'a page by cursor of the least recently updated items',
      {
        limit: 20,
        offset: 0,
        sort: 'updated_at' as const,
        after: { id: SOME_ID, key: '2026-03-03T10:00:00.000Z' },
      },
      /Index Scan using feedback_account_updated[\s\S]*ROW\(updated_at, id\) > ROW/,
    ],
    [
      'a day',
      {
        limit: 20,
        offset: 0,
        created_after: '2026-03-03T00:00:00.000Z',
        created_before: '2026-03-04T00:00:00.000Z',
      },
      /Index Scan Backward using feedback_pkey[\s\S]*id >= [\s\S]*id < /,
    ],
    [
      'the items updated since a time, oldest update first',
      { limit: 20, offset: 0, sort: 'updated_at' as const, updated_after: '2026-03-03T00:00:00.000Z' },
      /Index Scan using feedback_account_updated[\s\S]*updated_at >= /,
    ],
    [
      'the items not updated since a time, newest update first',
      { limit: 20, offset: 0, sort: '-updated_at' as const, updated_before: '2026-03-03T00:00:00.000Z' },
      /Index Scan Backward using feedback_account_updated[\s\S]*updated_at < /,
    ],
    [
      'titles from A',
      { limit: 20, offset: 0, sort: 'title' as const },
      /Index Scan using feedback_account_title/,
    ],
    [
      'a page by cursor of titles from Z',
      { limit: 20, offset: 0, sort: '-title' as const, after: { id: SOME_ID, key: 'Export' } },
      /Index Scan Backward using feedback_account_title[\s\S]*ROW\(\(title\)::text, id\) < ROW/,
    ],
    [
      'a frequent status by last update',
      { limit: 20, offset: 0, sort: '-updated_at' as const, status: 'new' as const },
      /Index Scan Backward using feedback_account_updated/,
    ],
    [
      'a source',
      { limit: 20, offset: 0, source: 'mcp' as const },
      /Index Scan (Backward )?using feedback_account_source/,
    ],
    [
      'a deep page of a source',
      { limit: 20, offset: 300, source: 'mcp' as const },
      /Index Only Scan Backward using feedback_account_source/,
    ],
    [
      'a deep page of titles',
      { limit: 20, offset: 1000, sort: 'title' as const },
      /Index Only Scan using feedback_account_title/,
    ],
  ])('reads %s from one index, without sorting', async (_name, query, expected) => {
    const plan = await planOf(pageStatement(accountId, query));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/Seq Scan/);
    if (query.offset === 0) expect(plan).not.toMatch(/Sort/);
  });

  /** public.md 1 */
  it('reads public cards by status from their index', async () => {
    const plan = await planOf(listCardsStatement(accountId, ['planned', 'building', 'shipped'], 1_000));
    expect(plan).toMatch(/using feedback_account_public/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('merges the first items of each of several statuses, without sorting', async () => {
    const several = { limit: 20, offset: 0, statuses: ['new', 'planned'] } as const;
    expect(isServedByOneIndex(several)).toBe(true);
    const plan = await planOf(pageStatement(accountId, several));
    expect(plan.match(/Index Scan using feedback_account_status/g)).toHaveLength(2);
    expect(plan).toMatch(/Merge Append/);
    expect(plan).not.toMatch(/Seq Scan|-> {2}Sort/);
  });

  it.each(SORTS)('finds an item by its external ID in the order %s', async (sort) => {
    const byId = { limit: 20, offset: 0, sort, external_id: 'ticket:1' };
    const updatedAfter = '2026-03-03T00:00:00.000Z';
    const statements = [
      pageStatement(accountId, byId),
      pageStatement(accountId, { ...byId, status: 'new', source: 'api', updated_after: updatedAfter }),
      attemptsOf(accountId, { ...byId, q: 'export', status: 'new' }, 400)[0]!.statement,
    ];
    for (const statement of statements) {
      const plan = await planOf(statement);
      expect(plan).toMatch(/Index Scan using feedback_account_external_id/);
      expect(plan).not.toMatch(/Seq Scan/);
      expect(plan.match(/ using \w+ on feedback /g)).toEqual([
        ' using feedback_account_external_id on feedback ',
      ]);
    }
    expect(await planOf(countByStatusStatement(accountId, { external_id: 'ticket:1' }))).toMatch(
      /using feedback_account_external_id/,
    );
  });

  it('uses the measured text for the most frequent statement', () => {
    const { text, values } = pageStatement(accountId, { limit: 20, offset: 0 });
    expect(text!.replace(/\s+/g, ' ')).toBe(
      'SELECT id, title, description, submitter_email, status, source, created_at, ' +
        'nullif(updated_at, created_at), external_id, merged_into, nullif(duplicate_count, 0), ' +
        'nullif(request_count, 1), nullif(request_value, 0), nullif(unconfirmed_votes, 0), links, public, context, nullif(verified, false), nullif(version, 1), tags, assignee ' +
        'FROM feedback WHERE account_id = $1 AND merged_into IS NULL ORDER BY id DESC LIMIT $2',
    );
    expect(values).toEqual([accountId, 21]);
  });

  describe('a page that no single index can return', () => {
    /** A fifteenth of the items, so that a scan stops early. */
    const MAX_SCANNED = 400;
    const plansOf = (query: Partial<FeedbackQuery>, maxScanned = MAX_SCANNED) =>
      Promise.all(
        attemptsOf(accountId, { limit: 20, offset: 0, ...query }, maxScanned).map(({ statement }) =>
          planOf(statement),
        ),
      );
    const indexes: Record<Sort, RegExp> = {
      '-created_at': /Index Scan Backward using feedback_pkey/,
      created_at: /Index Scan using feedback_pkey/,
      '-updated_at': /Index Scan Backward using feedback_account_updated/,
      updated_at: /Index Scan using feedback_account_updated/,
      title: /Index Scan using feedback_account_title/,
      '-title': /Index Scan Backward using feedback_account_title/,
      '-request_count': /Index Scan Backward using feedback_account_requests/,
      '-request_value': /Index Scan Backward using feedback_account_value/,
    };

    it.each(SORTS)('first scans the order %s, a twentieth of the limit and then up to it', async (sort) => {
      for (const q of ['export', 'nothing that is there', 'a']) {
        const [sample, scan] = await plansOf({ sort, q });
        for (const [plan, rows] of [
          [sample, 20],
          [scan, 400],
        ] as const) {
          expect(plan).toMatch(indexes[sort]);
          expect(plan).toMatch(new RegExp(`Limit[^\\n]*rows=${rows}`));
          expect(plan).toMatch(/using feedback_search_pkey on feedback_search_indexed/);
          expect(plan).not.toMatch(/Sort|Seq Scan on feedback /);
        }
      }
    });

    it.each(['quixotic', 'quixotic zyzzyva', 'zyzzyva export'])(
      'then finds %s by trigrams, fetches the items by key, and sorts only those',
      async (q) => {
        for (const sort of SORTS) {
          const plan = (await plansOf({ sort, q })).at(-1)!;
          expect(plan).toMatch(/Bitmap Index Scan on feedback_search_text/);
          expect(plan).toMatch(/Nested Loop[\s\S]*Index Scan using feedback_pkey/);
          expect(plan).not.toMatch(/Index Scan (Backward )?using feedback_account|Seq Scan/);
        }
      },
    );

    it.each(['title', '-title', 'updated_at', '-updated_at', '-request_count'] as const)(
      'or, for many matches, scans the index of the order %s and looks up the IDs in a hash',
      async (sort) => {
        for (const q of ['zyzzyva', 'export', 'e']) {
          const plan = (await plansOf({ sort, q })).at(-1)!;
          const along = plan.slice(plan.search(/One-Time Filter: \(\(InitPlan/));
          expect(along).toMatch(
            new RegExp(`^.*\n *->  ${indexes[sort].source.replace('Index Scan', 'Index Only Scan')}`),
          );
          expect(along).toMatch(/Filter: \(\(ANY \(id = \(hashed SubPlan/);
          expect(plan).toMatch(/One-Time Filter: \(NOT \(InitPlan/);
          expect(plan.match(/ on feedback_search_indexed /g)).toHaveLength(1);
        }
      },
    );

    it('scans a rare status before it collects the search results', async () => {
      const [, first, second, ...rest] = await plansOf({ sort: 'title', q: 'a', status: 'building' });
      expect(first).toMatch(/feedback_account_title/);
      expect(second).toMatch(
        /Index Scan using feedback_account_status[\s\S]*Index Cond.*status = 'building'/,
      );
      expect(rest).toHaveLength(1);
    });

    it('limits the scan to dates and a status if the order supports it', async () => {
      const [plan] = await plansOf({ q: 'a', status: 'new', created_before: '2026-03-03T10:00:00.000Z' });
      expect(plan).toMatch(/feedback_account_status[\s\S]*Index Cond.*status = 'new'[\s\S]*id < /);
    });

    it('limits the scan to the status if both status and source are given', async () => {
      const plans = await plansOf({ status: 'new', source: 'mcp' });
      expect(plans).toHaveLength(2);
      expect(plans[0]).toMatch(/feedback_account_status[\s\S]*Index Cond.*status = 'new'/);
      expect(plans[0]).toMatch(/Limit[^\n]*rows=400/);
      expect(plans[1]).toMatch(/feedback_account_source/);
      expect(plans.join()).not.toMatch(/Seq Scan/);
    });

    it.each(['ada@exam', 'quixotic@zyzzyva', 'zyzzyva.org export'])(
      'finds %s in email addresses by the same trigrams',
      async (q) => {
        for (const sort of SORTS) {
          const plan = (await plansOf({ sort, q, searchesSenders: true })).at(-1)!;
          expect(plan).toMatch(/Bitmap Index Scan on feedback_search_text/);
          expect(plan).not.toMatch(/Seq Scan/);
        }
      },
    );

    it.each(['-created_at', 'created_at'] as const)('reads one submitter in the order %s', async (sort) => {
      const plans = await plansOf({ sort, submitter_email: 'ada@example.com' });
      expect(plans).toHaveLength(1);
      expect(plans[0]).toMatch(/Index Only Scan.* using feedback_search_email[\s\S]*submitter_email = 'ada/);
      expect(plans[0]).not.toMatch(/Seq Scan/);
    });

    it.each(SORTS)(
      'finds one submitter by the email index with other filters, in the order %s',
      async (sort) => {
        const plans = await plansOf({ sort, submitter_email: 'ADA@example.com', status: 'new' });
        expect(plans).toHaveLength(1);
        expect(plans[0]).toMatch(/ on feedback_search_email| using feedback_search_email/);
        expect(plans[0]).toMatch(/submitter_email\)?(::text)? = 'ada@example.com'/);
        expect(plans[0]).not.toMatch(/Seq Scan/);
      },
    );

    it('finds recently updated items by index in any order', async () => {
      const updatedAfter = new Date(Date.now() - 3_600_000).toISOString();
      for (const sort of ['title', '-created_at'] as const) {
        const plans = await plansOf({ sort, updated_after: updatedAfter });
        expect(plans[1]).toMatch(/feedback_account_updated/);
        expect(plans[2]).toMatch(/feedback_account_updated/);
      }
    });

    it('does not scan for a deep page', async () => {
      expect(await plansOf({ q: 'a', offset: 481 })).toHaveLength(1);
      expect(await plansOf({ q: 'a', offset: 480 })).toHaveLength(3);
    });

    it('counts search results by trigrams and reads only those items', async () => {
      const plan = await planOf(countByStatusStatement(accountId, { q: 'quixotic zyzzyva' }));
      expect(plan).toMatch(/Bitmap Index Scan on feedback_search_text[\s\S]*Index Scan using feedback_pkey/);
      expect(plan).not.toMatch(/Seq Scan/);
    });
  });

  it('counts by status with an index-only scan', async () => {
    const plan = await planOf(countByStatusStatement(accountId));
    expect(plan).toMatch(/Index Only Scan using feedback_account_status[\s\S]*status = each\.status/);
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  });

  it('counts by status between dates with an index-only scan', async () => {
    const statement = countByStatusStatement(accountId, { created_after: '2026-03-03T00:00:00.000Z' });
    const plan = await planOf(statement);
    expect(plan).toMatch(
      /Index Only Scan using feedback_account_status[\s\S]*status = each\.status\) AND \(id >= /,
    );
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  });

  /** items.md 11: an index-only scan can't read whether an item is merged. */
  describe('without merged items', () => {
    const MERGED_INDEX = /Index Only Scan (Backward )?using feedback_account_duplicate/;
    it.each<[string, Partial<FeedbackQuery>, RegExp]>([
      ['newest first', {}, /Index Only Scan Backward using feedback_pkey/],
      ['of a status', { status: 'new' }, /Index Only Scan using feedback_account_status/],
      [
        'of a source',
        { source: 'mcp', offset: 300 },
        /Index Only Scan Backward using feedback_account_source/,
      ],
      ['by title', { sort: 'title' }, /Index Only Scan using feedback_account_title/],
      ['by change', { sort: '-updated_at' }, /Index Only Scan Backward using feedback_account_updated/],
      ['by requests', { sort: '-request_count' }, /Index Only Scan Backward using feedback_account_requests/],
    ])('a deep page %s reads only indexes before it reads its rows', async (_name, query, expected) => {
      const plan = await planOf(pageStatement(accountId, { limit: 20, offset: 1000, ...query }));
      expect(plan).toMatch(/One-Time Filter: .*has_merged|One-Time Filter: .*InitPlan/);
      expect(plan).toMatch(/Anti Join/);
      expect(plan).toMatch(expected);
      expect(plan).toMatch(MERGED_INDEX);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    });

    it('are first pages by number of requests, from one index', async () => {
      const query = { limit: 20, offset: 0, sort: '-request_count' } as const;
      for (const after of [undefined, { id: SOME_ID, key: '3' }]) {
        const plan = await planOf(pageStatement(accountId, { ...query, after }));
        expect(plan).toMatch(/Index Scan Backward using feedback_account_requests/);
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    });

    it.each([
      ['all items', countStatement, {}, /Index Only Scan using feedback_/],
      ['a status', countStatement, { status: 'new' }, /Index Only Scan using feedback_account_status/],
      ['each status', countByStatusStatement, {}, /Index Only Scan using feedback_account_status/],
      [
        'a source by status',
        countByStatusStatement,
        { source: 'mcp' },
        /Only Scan using feedback_account_source/,
      ],
    ] as const)(
      'counts %s, minus those in the index of merged items',
      async (_name, count, filter, expected) => {
        const plan = await planOf(count(accountId, filter));
        expect(plan).toMatch(expected);
        expect(plan).toMatch(MERGED_INDEX);
        expect(plan).not.toMatch(/Seq Scan|Bitmap/);
      },
    );

    it('are looked up in the index of merged items for a search', async () => {
      for (const filter of [{ q: 'quixotic zyzzyva' }, { submitter_email: 'ada@example.com' }]) {
        const plan = await planOf(countStatement(accountId, filter));
        expect(plan).toMatch(/Anti Join[\s\S]*feedback_account_duplicate/);
        expect(plan).not.toMatch(/Seq Scan/);
      }
    });
  });

  /** lists.md 2 */
  describe('the targets of found duplicates', () => {
    it('cost an account without merged items one look into their index', async () => {
      const plan = await planOf(countMergedStatement(accountId));
      expect(plan).toMatch(/Index Only Scan using feedback_account_(merged|duplicate)/);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    });

    it('are found by one look into the search per merged item, if these are few', async () => {
      const plan = await planOf(targetsStatement(accountId, { q: 'export' }, true));
      expect(plan).toMatch(
        /using feedback_account_(merged|duplicate)|on feedback_account_(merged|duplicate)/,
      );
      expect(plan).toMatch(/SubPlan[\s\S]*Index Scan using feedback_search_\w*pkey/);
      expect(plan).not.toMatch(/Seq Scan/);
    });

    it.each([
      [{ q: 'quixotic zyzzyva' }, /feedback_search_text/],
      [{ submitter_email: 'ada@example.com' }, /feedback_search_email/],
    ])('are found by the search index for %j otherwise', async (filter, expected) => {
      const plan = await planOf(targetsStatement(accountId, filter, false));
      expect(plan).toMatch(expected);
      expect(plan).not.toMatch(/Seq Scan/);
    });

    it('are fetched by their keys, together with other matches', async () => {
      const found = { targets: [SOME_ID], submitter_email: 'ada@example.com' };
      const statements = [
        attemptsOf(accountId, { ...found, limit: 20, offset: 0 }).at(-1)!.statement,
        countByStatusStatement(accountId, found),
      ];
      for (const statement of statements) {
        const plan = await planOf(statement);
        expect(plan).toMatch(/feedback_search_email/);
        expect(plan).toMatch(/Index Scan using feedback_pkey/);
        expect(plan).not.toMatch(/Seq Scan on feedback\b/);
      }
    });
  });

  it.each(SORTS)('reads merged items only by their index, in the order %s', async (sort) => {
    const only = { limit: 20, offset: 0, sort, merged: 'only' } as const;
    const plan = await planOf(attemptsOf(accountId, only).at(-1)!.statement);
    expect(plan).toMatch(/feedback_account_(duplicate|merged)/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it.each([
    ['duplicates of targets', duplicatesStatement, /Index Scan using feedback_account_(merged|duplicate)/],
    [
      'named items',
      (id: string, ids: string[]) => namedStatement(id, ids, false),
      /Index Scan using feedback_pkey/,
    ],
  ] as const)('finds %s for a merge by index', async (_name, statement, expected) => {
    const plan = await planOf(statement(accountId, [SOME_ID]));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('counts one source by status with an index-only scan', async () => {
    const plan = await planOf(countByStatusStatement(accountId, { source: 'mcp' }));
    expect(plan).toMatch(/Index Only Scan using feedback_account_source/);
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  });

  it.each(SORTS)('sorts the rows of a deep page by %s again after the join', (sort) => {
    const orders = pageStatement(accountId, { limit: 20, offset: 7, sort }).text.match(
      /ORDER BY (?!tag).*?(?= LIMIT|$)/gm,
    );
    expect(orders).toHaveLength(3);
    expect(new Set(orders).size).toBe(1);
  });

  it('locks the rows of a batch by primary key in the order of their IDs', async () => {
    const updates = [{ id: SOME_ID, title: 'T' }];
    const statement = reviseAllStatement(accountId, { updates, at: '2026-03-03T10:00:00.000Z' }, 1);
    expect(statement.text).toMatch(/ORDER BY id FOR UPDATE/);
    const plan = await planOf(statement);
    expect(plan).toMatch(/LockRows[\s\S]*Index Scan using feedback_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('locks the items of operations by their keys in the order of their IDs', async () => {
    const statement = lockItemsStatement(accountId, [SOME_ID], ['ticket:1']);
    expect(statement.text).toMatch(/ORDER BY id FOR UPDATE/);
    const plan = await planOf(statement);
    expect(plan).toMatch(/LockRows[\s\S]*Index Scan using feedback_pkey/);
    expect(plan).toMatch(/feedback_account_external_id/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('compares a batch with the stored items after it has waited for another change', async () => {
    const items = new PostgresFeedbackRepository(dataSource);
    const item = aFeedback({ title: 'Before' });
    await items.add(item, SYSTEM);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT set_config('app.account_id', $1, true)`, [item.accountId]);
    await runner.query(`UPDATE feedback SET title = 'Changed', version = 2 WHERE id = $1`, [item.id]);
    const batch = items.reviseAll(item.accountId, aBatch([{ id: item.id, title: 'Before' }]));
    await untilStatementsWait(dataSource);
    await runner.commitTransaction();
    await runner.release();
    expect(await batch).toMatchObject({ before: [{ title: 'Changed', version: 2 }] });
    expect(await items.find(item.accountId, item.id)).toMatchObject({ title: 'Before', version: 3 });
  });

  it('returns only rows of the current account without a WHERE, and none without an account', async () => {
    const items = new PostgresFeedbackRepository(dataSource);
    const other = aFeedback();
    await items.add(other, SYSTEM);
    const unfilteredQuery = 'SELECT DISTINCT account_id FROM feedback';
    const seen = await new AccountScope(dataSource).query(other.accountId, { text: unfilteredQuery });
    expect(seen.rows).toEqual([{ account_id: other.accountId }]);
    const runner = dataSource.createQueryRunner();
    await runner.query(`SELECT set_config('app.account_id', '', false)`);
    expect(await runner.query(unfilteredQuery)).toEqual([]);
    await expect(
      runner.query(
        'INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, now(), now())',
        [other.accountId, anAccountId(), 'T', 'new', 'api'],
      ),
    ).rejects.toThrow(/row-level security/);
    await runner.query(`RESET app.account_id`);
    await runner.release();
  });

  /** items.md 9 */
  it('deletes nothing of another account without the account in the WHERE', async () => {
    const mine = aFeedback();
    await new PostgresFeedbackRepository(dataSource).add(mine, SYSTEM);
    const result = await new AccountScope(dataSource).query(accountId, {
      text: 'DELETE FROM feedback WHERE id = $1',
      values: [mine.id],
    });
    expect(result.rowCount).toBe(0);
  });
});
