import { DEFAULT_SORT, type FeedbackQuery, type Sort } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsPlannedFor } from '../../connection/array-rows';
import { COLUMNS, type FeedbackRow } from '../items/feedback.schema';
import { ALL_TESTS, behind, foundBy, isSearch, ORDERS, patternsOf, servedTests, testsOf } from './list.sql';

/**
 * How far an order is walked before something else is tried: ten milliseconds' work. What fills no page by then is
 * rare, a few thousand in a million items, and is gathered as fast.
 */
export const WALK = 5_000;

/** A page so far from the top is gathered at once: its way is not sent over to be skipped here. */
const NEAR = 500;

/** A way to a page that may turn out too long. */
export interface Attempt {
  readonly statement: QueryArrayConfig;
  /** The rows of the page and one more, if there is one; null when the next attempt has to be made. */
  readonly pageOf: (rows: readonly unknown[][]) => readonly FeedbackRow[] | null;
}

/**
 * Ways to a page that no index has as it is, the last of which always arrives. The planner cannot know how much words
 * find together, nor where in an order; so nothing is left to its guess: what is frequent is met by walking, what is
 * rare is found by its own index, and each stops where it would be the wrong one.
 */
export function attemptsOf(accountId: string, query: FeedbackQuery, walked = WALK): Attempt[] {
  const last = { statement: gatherStatement(accountId, query, walked), pageOf: allOf };
  if (query.submitterEmail !== undefined || query.offset + query.limit > NEAR) return [last];
  const sort = query.sort ?? DEFAULT_SORT;
  const ways = ([sort, '-created_at', '-updated_at'] as const).filter(
    (way, i) =>
      i === 0 || (ORDERS[way].by.split(' ')[0] !== ORDERS[sort].by.split(' ')[0] && serves(way, query)),
  );
  return [...ways.map((way) => walk(accountId, query, way, walked)), last];
}

const allOf = (rows: readonly unknown[][]) => rows as readonly FeedbackRow[];

const serves = (way: Sort, query: FeedbackQuery) =>
  ORDERS[way].serves.some((test) => query[test] !== undefined);

/**
 * So many rows in the order of `way`, and of them those of the page. Whether the last one is among them says whether
 * there may be more. In the page's own order reading stops when it is full.
 */
function walk(accountId: string, query: FeedbackQuery, way: Sort, walked: number): Attempt {
  const { sort = DEFAULT_SORT, offset, limit } = query;
  const { by } = ORDERS[way];
  const inside = servedTests(way, query);
  const isOwn = way === sort;
  const values: unknown[] = [accountId, walked, offset + limit + 2];
  const place = behind(sort, query.after, values);
  const rows = ['account_id = $1', ...testsOf(query, inside, values), ...(isOwn ? place : [])].join(' AND ');
  const outside = ALL_TESTS.filter((test) => !inside.includes(test));
  const hits = [...testsOf(query, outside, values), ...searchTests(query, values), ...(isOwn ? [] : place)];
  const statement = rowsPlannedFor(
    `SELECT ${COLUMNS}, is_hit, is_end FROM (
       SELECT *, ${hits.length === 0 ? 'true' : hits.join(' AND ')} AS is_hit, row_number() OVER () = $2 AS is_end
       FROM (SELECT * FROM feedback WHERE ${rows} ORDER BY ${by} LIMIT $2) way
     ) walked
     WHERE is_hit OR is_end ${isOwn ? '' : `ORDER BY is_end DESC, ${ORDERS[sort].by}`} LIMIT $3`,
    values,
  );
  const pageOf = (found: readonly unknown[][]) => {
    const page = found.filter((row) => row[IS_HIT]).slice(0, offset + limit + 1);
    const isFull = isOwn && page.length > offset + limit;
    if (!isFull && found.some((row) => row[IS_END])) return null;
    return page.slice(offset) as unknown as readonly FeedbackRow[];
  };
  return { statement, pageOf };
}
const IS_HIT = COLUMNS.split(', ').length;
const IS_END = IS_HIT + 1;

/** The search, asked of the item itself. */
function searchTests({ q, searchesSenders }: FeedbackQuery, values: unknown[]): string[] {
  const patterns = patternsOf(q);
  if (patterns.length === 0) return [];
  const sender = searchesSenders ? ` || E'\\n' || coalesce(submitter_email, '')` : '';
  const text = `title || E'\\n' || coalesce(description, '')${sender}`;
  return [`(${text}) ILIKE ALL ($${values.push(patterns)}::text[])`];
}

/**
 * All there is, and then the order. OFFSET 0 keeps the order out of where things are found: there the planner would
 * walk it. What is found by text or address comes from `feedback_search`, which has no row-level security, and is shown
 * only as far as `feedback` shows it.
 */
function gatherStatement(accountId: string, query: FeedbackQuery, walked: number): QueryArrayConfig {
  const { sort = DEFAULT_SORT, offset, limit, after } = query;
  const { by, isOfIds } = ORDERS[sort];
  const values: unknown[] = [accountId, limit + 1, offset];
  const found = ['account_id = $1', ...foundBy(query, values)];
  const page = pageIn(by);
  const place = behind(sort, after, values);
  if (found.length === 1) {
    const where = [...found, ...testsOf(query, ALL_TESTS, values), ...place].join(' AND ');
    return rowsPlannedFor(
      `SELECT ${COLUMNS} FROM (SELECT * FROM feedback WHERE ${where} OFFSET 0) found ${page}`,
      values,
    );
  }
  const bounds = testsOf(query, ['createdAfter', 'createdBefore'], values);
  const tests = testsOf(query, ['status', 'source', 'updatedAfter', 'importId'], values);
  const hits = `SELECT id FROM feedback_search WHERE ${[...found, ...bounds].join(' AND ')}`;
  if (tests.length > 0)
    return rowsPlannedFor(itemsOf(`${hits} OFFSET 0`, [...tests, ...place], page), values);
  if (!isOfIds) return rowsPlannedFor(fewOrMany(hits, place, by, walked), values);
  // Ids are all the order needs, and addresses have an index in it.
  const inPlace = place.map((behindIt) => `AND ${behindIt}`).join('');
  const ids = isSearch(query) ? `SELECT id FROM (${hits} ${inPlace} OFFSET 0) found` : `${hits} ${inPlace}`;
  return rowsPlannedFor(itemsOf(`${ids} ${page}`, [], `ORDER BY ${by}`), values);
}

/** The items of these ids, each by its key; a LIMIT or OFFSET behind the ids keeps the planner from another way. */
function itemsOf(ids: string, tests: readonly string[], rest: string): string {
  return `
    SELECT ${COLUMNS} FROM (${ids}) hit (hit_id)
    CROSS JOIN LATERAL (SELECT * FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item
    ${tests.length === 0 ? '' : `WHERE ${tests.join(' AND ')}`} ${rest}`;
}

/** So many walks' worth of items take longer, each by its key, than the way through the index of an order. */
const MANY = 3;
/** Up to here the planner takes the ids for a hash that fits into memory (80,000 of 40 bytes into 4 MB). */
const HASHED = 80_000;

/**
 * Few items are fetched and sorted. Many are looked for along the order instead, on its index alone, ids against a
 * hash of them: in the order of titles what has a word lies together, often far behind where a walk ends.
 */
function fewOrMany(hits: string, place: readonly string[], order: string, walked: number): string {
  const rows = ['account_id = $1', ...place, `(id IN (SELECT id FROM found LIMIT ${HASHED})) IS TRUE`];
  const page = pageIn(order);
  const along = `
    SELECT id FROM feedback WHERE ${rows.join(' AND ')} AND (SELECT are_many FROM size) ${page}`;
  return `
    WITH found AS MATERIALIZED (${hits}),
      size AS MATERIALIZED (SELECT count(*) BETWEEN ${MANY * walked} AND ${HASHED} AS are_many FROM found)
    SELECT ${COLUMNS} FROM (
      (${itemsOf('SELECT id FROM found OFFSET 0', [...place, 'NOT (SELECT are_many FROM size)'], page)})
      UNION ALL (${itemsOf(along, [], '')})
    ) item ORDER BY ${order}`;
}

/** $2 items behind the first $3. */
const pageIn = (order: string) => `ORDER BY ${order} LIMIT $2 OFFSET $3`;
