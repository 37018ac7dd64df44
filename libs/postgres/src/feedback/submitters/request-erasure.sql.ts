import { contains, pairKey, REPLACEMENT, scan } from './submitter.sql';

const TEXTS = "concat_ws(' ', email, name, company, quote, link)";
const inTexts = `${contains(TEXTS, '$4')} AND ${TEXTS} ~* $3`;
/** Keys of stored requests with the address; see `scan`. */
export const SCAN_REQUESTS = scan(
  '(SELECT *, feedback_id AS item_id FROM feedback_requests) request',
  pairKey('id', 'uuid'),
  inTexts,
);

/** Requests whose keys $2 has. */
const OF_KEYS = `request.account_id = $1
  AND request.feedback_id = split_part(key, ' ', 1)::uuid AND request.id = split_part(key, ' ', 2)::uuid`;
export const LIST_FOUND = `
  SELECT request.*, value::float8 AS value FROM feedback_requests request, unnest($2::text[]) AS key WHERE ${OF_KEYS}
  ORDER BY request.feedback_id, request.id`;

/** $3 the address. */
export const DELETE_OWN = `
  DELETE FROM feedback_requests request USING unnest($2::text[]) AS key WHERE ${OF_KEYS} AND address = $3`;

const replaced = (column: string, max: number) =>
  `left(regexp_replace(${column}, $4, '${REPLACEMENT}', 'gi'), ${max})`;
const ofOther = (value: string) => `CASE WHEN address = $3 THEN NULL ELSE ${value} END`;

/** $3 the address, $4 the regular expression. */
export const ERASE_FOUND = `
  UPDATE feedback_requests request SET
    email = ${ofOther('email')},
    name = ${ofOther(replaced('name', 100))},
    company = ${replaced('company', 100)},
    quote = ${ofOther(replaced('quote', 1_000))},
    link = CASE WHEN address = $3 OR link ~* $4 THEN NULL ELSE link END
  FROM unnest($2::text[]) AS key WHERE ${OF_KEYS}`;

/** Of the items $3 whose submitter has the address $2. Their address is only in the item. */
export const ERASE_SUBMISSIONS = `
  UPDATE feedback_requests request SET name = NULL, quote = NULL, link = NULL
  FROM feedback item
  WHERE request.account_id = $1 AND request.feedback_id = ANY ($3::uuid[]) AND request.id = request.feedback_id
    AND item.account_id = $1 AND item.id = request.feedback_id AND lower(item.submitter_email) = $2`;
