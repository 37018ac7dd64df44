import { REQUESTS_MAX, type FeedbackRequest, type Source } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COUNTS_ITSELF, setting } from '../../connection/settings';

/** The columns of a stored request, and their types. `value` has two decimals. */
const COLUMNS = {
  feedback_id: 'uuid',
  id: 'uuid',
  email: 'text',
  name: 'text',
  company: 'text',
  value: 'numeric',
  quote: 'text',
  link: 'text',
  count: 'integer',
  source: 'text',
  confirmed_at: 'timestamptz',
  verified: 'boolean',
  created_at: 'timestamptz',
} satisfies Record<Exclude<keyof FeedbackRequest, 'accountId'>, string>;
type Column = keyof typeof COLUMNS;
export const NAMES = Object.keys(COLUMNS) as Column[];
const CHANGEABLE = [
  'email',
  'name',
  'company',
  'value',
  'quote',
  'link',
  'count',
  'confirmed_at',
  'verified',
] as const;

/** The values of `NAMES`. */
export type RequestRow = FeedbackRequest[Column][];

export const requestOf = (accountId: string, row: RequestRow): FeedbackRequest =>
  ({ accountId, ...Object.fromEntries(NAMES.map((name, i) => [name, row[i]])) }) as FeedbackRequest;

const columnsOf = (request: string) =>
  NAMES.map((name) => (name === 'value' ? `${request}.value::float8` : `${request}.${name}`)).join(', ');

/** The submission of `item`, with the details in `details`, which may be null. */
const SUBMISSION = `item.id, item.id, item.submitter_email, details.name, details.company, details.value::float8, details.quote,
  details.link, 1, item.source, details.confirmed_at, coalesce(details.verified, false), item.created_at`;
const JOIN_DETAILS = `LEFT JOIN feedback_requests details
  ON details.account_id = item.account_id AND details.feedback_id = item.id AND details.id = item.id`;

/** $2 the item. Locks it and its target, as the triggers that count their requests do. */
const LOCK = `
  SELECT id, submitter_email, source, created_at, request_count FROM feedback
  WHERE account_id = $1 AND id = ANY (ARRAY (
    SELECT unnest(ARRAY [id, merged_into]) FROM feedback WHERE account_id = $1 AND id = $2
  ))
  ORDER BY id FOR NO KEY UPDATE`;

export type LockedRow = [
  id: string,
  submitterEmail: string | null,
  source: Source,
  createdAt: Instant,
  requestCount: number,
];

export const lockItemStatement = (accountId: string, itemId: string): QueryArrayConfig =>
  rowsOf(LOCK, [accountId, itemId]);

/** Stored requests of item $2 with the addresses $3 or the IDs $4. */
const SAME = `
  SELECT ${columnsOf('request')} FROM feedback_requests request
  WHERE account_id = $1 AND feedback_id = $2 AND address = ANY ($3)
  UNION
  SELECT ${columnsOf('request')} FROM feedback_requests request WHERE account_id = $1 AND feedback_id = $2 AND id = ANY ($4)`;

export const sameStatement = (
  accountId: string,
  itemId: string,
  addresses: readonly string[],
  ids: readonly string[],
): QueryArrayConfig => rowsOf(SAME, [accountId, itemId, addresses, ids]);

/** SQL for the number of requests of an item besides its submission, up to a maximum. */
export const countUpTo = (max: number, itemId: string): string => `
  SELECT count(*)::integer FROM (
    SELECT FROM feedback_requests WHERE account_id = $1 AND feedback_id = ${itemId} AND id <> feedback_id LIMIT ${max}
  ) stored`;

/** An item has at least as many people as requests, so that few items are counted. */
const COUNT_STORED = countUpTo(REQUESTS_MAX, '$2');
export const countStoredStatement = (accountId: string, itemId: string): QueryArrayConfig =>
  rowsOf(COUNT_STORED, [accountId, itemId]);

export const lists = (names: readonly Column[], first: number) =>
  names.map((name, i) => `$${first + i}::${COLUMNS[name]}[]`).join(', ');
export const valuesOf = (requests: readonly FeedbackRequest[], names: readonly Column[]) =>
  names.map((name) => requests.map((request) => request[name]));

/** The address of a submission is only in its item. */
const stored = (request: FeedbackRequest): FeedbackRequest =>
  request.id === request.feedback_id ? { ...request, email: null } : request;

const INSERT = `
  INSERT INTO feedback_requests (account_id, import_id, ${NAMES.join(', ')})
  SELECT $1, $2::uuid, * FROM unnest(${lists(NAMES, 3)})`;
export const insertRequestsStatement = (
  accountId: string,
  requests: readonly FeedbackRequest[],
  importId: string | null = null,
): QueryArrayConfig => rowsOf(INSERT, [accountId, importId, ...valuesOf(requests.map(stored), NAMES)]);

/** Inserts the submission of an item that is stored in the same statement, whose totals count it. @param from has its account */
export const insertSubmission = (from: string, first: number): string => `
  INSERT INTO feedback_requests (account_id, ${NAMES.join(', ')})
  SELECT account_id, ${NAMES.map((name, i) => `$${first + i}::${COLUMNS[name]}`).join(', ')}
  FROM ${from} CROSS JOIN (SELECT ${setting(COUNTS_ITSELF, "'on'")}) counted`;
export const submissionValues = (submission: FeedbackRequest): unknown[] => {
  const row = stored(submission);
  return NAMES.map((name) => row[name]);
};

const ADD_ONE = `
  WITH item AS (
    SELECT FROM feedback WHERE account_id = $1 AND id = $2 AND merged_into IS NULL AND request_count < ${REQUESTS_MAX}
      AND ($4::text IS NULL OR lower(submitter_email) IS DISTINCT FROM lower($4))
    FOR NO KEY UPDATE
  )
  INSERT INTO feedback_requests (account_id, ${NAMES.join(', ')})
  SELECT $1, ${NAMES.map((name, i) => `$${i + 2}::${COLUMNS[name]}`).join(', ')} FROM item
  ON CONFLICT DO NOTHING`;
/** Adds one request in one statement, unless its address is known, the item is merged, or the limit is near. */
export const addOneStatement = (accountId: string, request: FeedbackRequest): QueryArrayConfig =>
  rowsOf(ADD_ONE, [accountId, ...NAMES.map((name) => request[name])]);

const UPDATE = `
  UPDATE feedback_requests request SET ${CHANGEABLE.map((name) => `${name} = next.${name}`).join(', ')}
  FROM unnest($3::uuid[], ${lists(CHANGEABLE, 4)}) AS next (id, ${CHANGEABLE.join(', ')})
  WHERE request.account_id = $1 AND request.feedback_id = $2 AND request.id = next.id`;
export const updateRequestsStatement = (
  accountId: string,
  itemId: string,
  requests: readonly FeedbackRequest[],
): QueryArrayConfig =>
  rowsOf(UPDATE, [
    accountId,
    itemId,
    requests.map(({ id }) => id),
    ...valuesOf(requests.map(stored), CHANGEABLE),
  ]);

const DELETE = `
  DELETE FROM feedback_requests WHERE account_id = $1 AND feedback_id = $2 AND id = $3 AND id <> feedback_id`;
export const deleteRequestStatement = (accountId: string, itemId: string, id: string): QueryArrayConfig =>
  rowsOf(DELETE, [accountId, itemId, id]);

/**
 * A row of nulls if there is no other one. $3 the ID before which to read, or null; $4 the number of requests. Reads as many
 * of each item of the group: an item can have 100,000.
 */
const LIST = `
  WITH member AS MATERIALIZED (
    SELECT * FROM feedback WHERE account_id = $1 AND id = $2
    UNION ALL
    SELECT * FROM feedback WHERE account_id = $1 AND merged_into = $2
  )
  SELECT request.* FROM (SELECT FROM feedback WHERE account_id = $1 AND id = $2) item LEFT JOIN (
    (SELECT ${SUBMISSION} FROM (
       SELECT * FROM member WHERE $3::uuid IS NULL OR id < $3 ORDER BY id DESC LIMIT $4
     ) item ${JOIN_DETAILS})
    UNION ALL
    (SELECT newest.* FROM member CROSS JOIN LATERAL (
       SELECT ${columnsOf('request')} FROM feedback_requests request
       WHERE account_id = $1 AND feedback_id = member.id AND request.id <> member.id AND ($3::uuid IS NULL OR request.id < $3)
       ORDER BY request.id DESC LIMIT $4
     ) newest)
  ) request (${NAMES.join(', ')}) ON true
  ORDER BY request.id DESC LIMIT $4`;
export const listRequestsStatement = (
  accountId: string,
  itemId: string,
  after: string | null,
  limit: number,
): QueryArrayConfig => rowsOf(LIST, [accountId, itemId, after, limit]);

/** The request $3 of item $2. */
const FIND = `
  SELECT ${SUBMISSION} FROM feedback item ${JOIN_DETAILS} WHERE item.account_id = $1 AND item.id = $2 AND item.id = $3
  UNION ALL
  SELECT ${columnsOf('request')} FROM feedback_requests request JOIN feedback item
    ON item.account_id = request.account_id AND item.id = feedback_id
  WHERE request.account_id = $1 AND feedback_id = $2 AND request.id = $3 AND request.id <> feedback_id`;
export const findRequestStatement = (accountId: string, itemId: string, id: string): QueryArrayConfig =>
  rowsOf(FIND, [accountId, itemId, id]);

const LIST_ALL = `
  SELECT ${columnsOf('request').replace('request.email', 'CASE WHEN request.id = feedback_id THEN item.submitter_email ELSE request.email END')}
  FROM feedback_requests request JOIN feedback item ON item.account_id = request.account_id AND item.id = feedback_id
  WHERE request.account_id = $1 AND ($2::uuid IS NULL OR (feedback_id, request.id) > ($2, $3::uuid))
  ORDER BY feedback_id, request.id LIMIT $4`;
export const listAllRequestsStatement = (
  accountId: string,
  after: { readonly feedback_id: string; readonly id: string } | null,
  limit: number,
): QueryArrayConfig => rowsOf(LIST_ALL, [accountId, after?.feedback_id ?? null, after?.id ?? null, limit]);
