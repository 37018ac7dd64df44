import { searchTerms, tagKey, type FeedbackFilter, type ItemTest } from '@libs/feedback';
import type { Instant } from '@libs/kernel';

/** What `withTargets` adds to a filter: the targets that are found by their duplicates (lists.md 2). */
export interface FoundTargets {
  /** IDs. None for a filter without text and submitter. */
  readonly targets?: readonly string[];
}

/**
 * Returns the whole WHERE of a filter on `feedback`, including the search. Appends its parameters, all strings, to
 * `values`. OFFSET 0 keeps the search a separate subquery: merged into a query with row-level security, it couldn't use
 * its index.
 */
export function conditionsOf(
  accountId: string,
  filter: FeedbackFilter & FoundTargets,
  values: unknown[],
): string {
  const account = `account_id = $${values.push(accountId)}`;
  const tests = testsOf({ ...filter, tags: undefined }, ALL_TESTS, values);
  if (filter.tags !== undefined)
    tests.push(
      `id IN (SELECT id FROM feedback_tags WHERE ${taggedWith(filter.tags, filter, values)} OFFSET 0)`,
    );
  const found = searchConditions(filter, values);
  if (found.length > 0) {
    const hits = `SELECT id FROM feedback_search WHERE ${[account, ...found].join(' AND ')}`;
    tests.push(`id IN (${[hits, ...targetsOf(filter, values)].join(' UNION ALL ')} OFFSET 0)`);
  }
  return [account, ...tests, ...mergedTests(filter)].join(' AND ');
}

export const IS_MERGED = 'merged_into IS NOT NULL';

/** Returns the condition for merged items on a row of `feedback`, if there is one. */
export function mergedTests({ merged }: FeedbackFilter): string[] {
  if (merged === 'include') return [];
  return [merged === 'only' ? IS_MERGED : 'merged_into IS NULL'];
}

/**
 * As `mergedTests` without `only`, for a scan that has only IDs. Looks them up in the index of merged items, which is
 * empty for most accounts.
 * @param table has the IDs of account $1
 */
export function notMerged({ merged }: FeedbackFilter, table: string): string[] {
  if (merged !== undefined) return [];
  const same = `other.account_id = $1 AND other.id = ${table}.id`;
  return [`NOT EXISTS (SELECT FROM feedback other WHERE ${same} AND other.${IS_MERGED})`];
}

/** The condition of each filter, with the meaning of `matches`. `push` appends a parameter and returns its SQL. $1 must be the account. */
const TESTS: {
  readonly [T in ItemTest]-?: (
    input: NonNullable<FeedbackFilter[T]>,
    push: (value: string) => string,
    filter: FeedbackFilter,
  ) => string;
} = {
  status: (status, push) => `status = ${push(status)}`,
  statuses: (statuses, push) => `status = ANY (${push(`{${statuses.join()}}`)}::text[])`,
  source: (source, push) => `source = ${push(source)}`,
  created_after: (instant, push) => `id >= ${push(firstIdAt(instant))}`,
  created_before: (instant, push) => `id < ${push(firstIdAt(instant))}`,
  updated_after: (instant, push) => `updated_at >= ${push(storable(instant))}`,
  updated_before: (instant, push) => `updated_at < ${push(storable(instant))}`,
  external_id: (externalId, push) => `external_id = ${push(externalId)}`,
  merged_into: (id, push) => `merged_into = ${push(id)}`,
  tags: (names, push) => names.map((name) => `${tagId(push(tagKey(name)))} = ANY (tags)`).join(' AND '),
  // Until a deleted tag has been removed from all items, some have only its ID.
  isUntagged: () =>
    `(tags IS NULL OR NOT EXISTS (SELECT FROM tags tag WHERE tag.account_id = $1 AND tag.id = ANY (tags)))`,
  assigneeId: (id, push) => `assignee = ${push(id)}`,
  isUnassigned: () => 'assignee IS NULL',
  importId: (importId, push) => `import_id = ${push(importId)}`,
  requested_by: (email, push, filter) => `id IN (${askedFor(push(email), filter)} OFFSET 0)`,
};

/** The items that an address asks for, and their targets, unless `merged` finds each item by its own requests. */
function askedFor(email: string, { merged }: FeedbackFilter): string {
  const own = `
    SELECT id FROM feedback_search WHERE account_id = $1 AND submitter_email = lower(${email})
    UNION SELECT feedback_id FROM feedback_requests WHERE account_id = $1 AND address = lower(${email})`;
  if (merged !== undefined) return `SELECT id FROM (${own}) asked`;
  return `SELECT coalesce(item.merged_into, item.id) FROM (${own}) asked
    JOIN feedback item ON item.account_id = $1 AND item.id = asked.id`;
}

export const ALL_TESTS = Object.keys(TESTS) as ItemTest[];

/** Filters on IDs, which `feedback_search` has too. */
export const BOUNDS: readonly ItemTest[] = ['created_after', 'created_before'];
export const NOT_BOUNDS: readonly ItemTest[] = ALL_TESTS.filter((test) => !BOUNDS.includes(test));

/** PostgreSQL has no year 0, and no item is older than 1970. */
const storable = (instant: Instant): Instant => (instant > EPOCH ? instant : EPOCH);
const EPOCH: Instant = '1970-01-01T00:00:00.000Z';

/** Returns the conditions for those of the named filters that are set. Appends their parameters to `values`. */
export function testsOf(filter: FeedbackFilter, names: readonly ItemTest[], values: unknown[]): string[] {
  return names.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    const test = TESTS[name] as (input: unknown, ...more: unknown[]) => string;
    return [test(value, (parameter: string) => `$${values.push(parameter)}`, filter)];
  });
}

/** Returns the lowest ID for this time. `created_at` is the millisecond in the ID (items.md 1). */
export function firstIdAt(instant: Instant): string {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Filters on columns of `feedback_tags`. */
export const TAG_TESTS: readonly ItemTest[] = ['status', 'created_after', 'created_before'];

/** Returns the ID of the tag with this key, null if there is none. $1 must be the account. */
const tagId = (key: string) => `(SELECT tag.id FROM tags tag WHERE tag.account_id = $1 AND tag.key = ${key})`;

/** Returns the conditions on `feedback_tags` for items with all of these tags. Appends their parameters to `values`. */
export function taggedWith(tags: readonly string[], filter: FeedbackFilter, values: unknown[]): string {
  const [first, ...others] = tags.map((tag) => `tag_id = ${tagId(`$${values.push(tagKey(tag))}`)}`);
  // Intersecting the IDs takes a fraction of the time of reading the items of the first tag.
  const inOthers = others.map(
    (isTagged) => `id IN (SELECT id FROM feedback_tags WHERE account_id = $1 AND ${isTagged})`,
  );
  return ['account_id = $1', first!, ...inOthers, ...testsOf(filter, TAG_TESTS, values)].join(' AND ');
}

/** True if the query has at least one search term. */
export const isSearch = ({ q }: FeedbackFilter): boolean => q !== undefined && searchTerms(q).length > 0;

/** Returns the LIKE patterns of the search terms. */
const patternsOf = (q = ''): string[] => searchTerms(q).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);

/** Returns a query of the IDs of the targets that the search finds by their duplicates, if any. */
export function targetsOf({ targets = [] }: FoundTargets, values: unknown[]): string[] {
  return targets.length === 0 ? [] : [`SELECT unnest($${values.push(`{${targets.join()}}`)}::uuid[])`];
}

/** Separates title and description from the email address in `feedback_search.text`. */
const EMAIL_SEPARATOR = '\u001f';

/** Returns the conditions on `feedback_search`, empty without a search. Appends their parameters to `values`. */
export function searchConditions(filter: FeedbackFilter, values: unknown[]): string[] {
  const { q, searchesSenders, submitter_email } = filter;
  // The email address follows the last separator, so text before a separator is in the title or description.
  const rest = searchesSenders ? '' : `${EMAIL_SEPARATOR}%`;
  const tests = patternsOf(q).map((pattern) => `text LIKE $${values.push(pattern + rest)}`);
  if (submitter_email !== undefined)
    tests.unshift(`submitter_email = lower($${values.push(submitter_email)})`);
  return tests;
}
