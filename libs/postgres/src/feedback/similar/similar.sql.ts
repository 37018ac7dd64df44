import { COMPARED_DESCRIPTION } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { notMerged } from '../lists/filter.sql';
import type { Probe } from './probes';
import type { Fragment } from './fragments';

export type TextRow = [id: string, title: string, description: string | null, email: string | null];

const TEXT = `id, title, left(description, ${COMPARED_DESCRIPTION}) AS description, submitter_email`;

/** The newest items. */
export const newestStatement = (accountId: string, limit: number): QueryArrayConfig =>
  rowsOf(
    `SELECT ${TEXT} FROM feedback WHERE account_id = $1 AND merged_into IS NULL ORDER BY id DESC LIMIT $2`,
    [accountId, limit],
  );

/** Places in the time between the first item and the last one, and items that are read at each. */
const PLACES = 25;

const TIME = (order: string) =>
  `(SELECT ('x' || left(replace(item.id::text, '-', ''), 12))::bit(48)::bigint
    FROM feedback item WHERE account_id = $1 ORDER BY item.id ${order} LIMIT 1)`;

/** Items of the whole time, and the number of items up to $3. IDs begin with the time of creation. */
const SAMPLE = `
  WITH times AS MATERIALIZED (SELECT ${TIME('ASC')} AS first, ${TIME('DESC')} AS last)
  SELECT text.* FROM times, generate_series(0, ${PLACES - 1}) AS place
  CROSS JOIN LATERAL (
    SELECT ${TEXT} FROM feedback WHERE account_id = $1 AND merged_into IS NULL
      AND id >= rpad(lpad(to_hex(first + (last - first) * place / ${PLACES}), 12, '0'), 32, '0')::uuid
    ORDER BY id LIMIT $2) text`;

export const sampleStatement = (accountId: string, limit: number): QueryArrayConfig =>
  rowsOf(SAMPLE, [accountId, Math.ceil(limit / PLACES)]);

/** Counts the items of the account, up to a maximum. */
export const sizeStatement = (accountId: string, max: number): QueryArrayConfig =>
  rowsOf('SELECT count(*) FROM (SELECT FROM feedback WHERE account_id = $1 LIMIT $2) item', [accountId, max]);

/** Limits the time of the next statements, and makes the planner use the index of words. */
export const limitStatement = (milliseconds: number): QueryArrayConfig =>
  rowsOf(
    `SELECT set_config('statement_timeout', $1, true), set_config('enable_seqscan', 'off', true),
      set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true)`,
    [String(milliseconds)],
  );

/** Maximum number of items that are read for all lookups, if the estimate was too low. */
const MAX_FOUND = 2_000;
/** Beginning of the search text in which fragments are counted. The title comes first. */
const SCORED_TEXT = 300;

/**
 * Returns the IDs of items that at least one of the probes finds: those with the most fragments at the start of their
 * text. `feedback_search` has no row-level security, so this returns only IDs, which are read from `feedback`.
 */
export function probeStatement(
  accountId: string,
  probes: readonly Probe[],
  fragments: readonly Fragment[],
  limit: number,
): QueryArrayConfig {
  const values: unknown[] = [accountId, limit];
  const names = new Map(
    [...new Set([...probes.flat(), ...fragments])].map(({ text }) => [
      text,
      `$${values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`,
    ]),
  );
  const matches = (column: string, { text }: Fragment) => `${column} LIKE ${names.get(text)}`;
  const any = probes.map((probe) => `(${probe.map((part) => matches('text', part)).join(' AND ')})`);
  const score = fragments.map((part) => `(${matches('start', part)})::int * ${[...part.text].length}`);
  return rowsPlannedFor(
    `SELECT id FROM (
       SELECT id, left(text, ${SCORED_TEXT}) AS start FROM feedback_search
       WHERE account_id = $1 AND (${any.join(' OR ')}) LIMIT ${MAX_FOUND}) found
     WHERE ${notMerged({}, 'found').join('')}
     ORDER BY ${score.join(' + ')} DESC, id DESC LIMIT $2`,
    values,
  );
}

export const textsStatement = (accountId: string, ids: readonly string[]): QueryArrayConfig =>
  rowsOf(`SELECT ${TEXT} FROM feedback WHERE account_id = $1 AND id = ANY($2::uuid[])`, [accountId, ids]);
