import {
  EXTERNAL_ID_MAX,
  ITEM_FIELD_NAMES,
  NOT_MERGED,
  tagKey,
  TITLE_MAX,
  type Assignee,
  NO_LINKS,
  type Feedback,
  type ItemContext,
  type ItemLink,
  type PublicCard,
  type Source,
  type Status,
} from '@libs/feedback';
import { EMAIL_MAX, type Instant } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** Stored columns that aren't part of the item. */
interface Origin {
  readonly import_id: string | null;
  /** The item that this one was merged into; `merged_into` is the target of the whole group. */
  readonly merged_via: string | null;
  /** When its last card ended; null while it is public, and if it never was (public.md 1). */
  readonly public_ended_at: Instant | null;
}

/** The table of `Feedback`. A field without a column is a compile error. Its triggers check values. */
export const FeedbackSchema = new EntitySchema<Feedback & Origin>({
  name: 'feedback',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    title: { type: 'varchar', length: TITLE_MAX },
    description: { type: 'text', nullable: true },
    submitter_email: { type: 'varchar', length: EMAIL_MAX, nullable: true },
    status: { type: 'text' },
    source: { type: 'text' },
    created_at: { type: 'timestamptz', precision: 3 },
    updated_at: { type: 'timestamptz', precision: 3 },
    version: { type: 'integer', default: 1 },
    external_id: { type: 'varchar', length: EXTERNAL_ID_MAX, nullable: true },
    tags: { type: 'uuid', array: true, nullable: true },
    assignee: { type: 'uuid', nullable: true },
    links: { type: 'jsonb', nullable: true },
    public: { type: 'jsonb', nullable: true },
    context: { type: 'jsonb', nullable: true },
    verified: { type: 'boolean', default: false },
    public_ended_at: { type: 'timestamptz', precision: 3, nullable: true },
    import_id: { type: 'uuid', nullable: true },
    merged_into: { type: 'uuid', nullable: true },
    merged_via: { type: 'uuid', nullable: true },
    duplicate_count: { type: 'integer', default: NOT_MERGED.duplicate_count },
    request_count: { type: 'integer', default: NOT_MERGED.request_count },
    request_value: { type: 'double precision', default: NOT_MERGED.request_value },
    unconfirmed_votes: { type: 'integer', default: NOT_MERGED.unconfirmed_votes },
  } satisfies Record<keyof (Feedback & Origin), EntitySchemaColumnOptions>,
  indices: [
    { name: 'feedback_account_status', columns: ['accountId', 'status', 'id'], synchronize: false },
    { name: 'feedback_account_source', columns: ['accountId', 'source', 'id'], synchronize: false },
    { name: 'feedback_account_updated', columns: ['accountId', 'updated_at', 'id'] },
    { name: 'feedback_account_title', columns: ['accountId', 'title', 'id'], synchronize: false },
    { name: 'feedback_account_external_id', columns: ['accountId', 'external_id'], synchronize: false },
    { name: 'feedback_account_import', columns: ['accountId', 'import_id', 'id'], synchronize: false },
    { name: 'feedback_account_merged', columns: ['accountId', 'merged_into'], synchronize: false },
    { name: 'feedback_account_assignee', columns: ['accountId', 'assignee', 'id'], synchronize: false },
    { name: 'feedback_account_duplicate', columns: ['accountId', 'id'], synchronize: false },
    { name: 'feedback_account_requests', columns: ['accountId', 'request_count', 'id'] },
    { name: 'feedback_account_public', columns: ['accountId', 'status', 'id'], synchronize: false },
    { name: 'feedback_account_value', columns: ['accountId', 'request_value', 'id'] },
  ],
});

/** Columns with IDs, whose names `itemsOf` reads. The usual new item sets none of them. */
const NAMED_COLUMNS: readonly string[] = ['tags', 'assignee'];

/** The other columns of an item, in the order of `toRow`. */
export const COLUMN_NAMES = [
  ...ITEM_FIELD_NAMES.filter((name) => !NAMED_COLUMNS.includes(name)),
  'version',
] as const;
/** The columns that every new item sets. */
export const INSERTED = COLUMN_NAMES.join(', ');
/** The columns of `FeedbackRow`. */
export const COLUMNS = [INSERTED, ...NAMED_COLUMNS].join(', ');

/** What `fromRow` takes for null. */
const USUAL = { ...NOT_MERGED, verified: false, version: 1 } as const;
const SHORTENED: Readonly<Record<string, string | number | boolean>> = {
  updated_at: 'created_at',
  duplicate_count: USUAL.duplicate_count,
  request_count: USUAL.request_count,
  request_value: USUAL.request_value,
  unconfirmed_votes: USUAL.unconfirmed_votes,
  verified: USUAL.verified,
  version: USUAL.version,
};
/** As COLUMNS, with null for the usual values: a third fewer values take less time per page. */
export const SHORT_COLUMNS = [...COLUMN_NAMES, ...NAMED_COLUMNS]
  .map((name) => (name in SHORTENED ? `nullif(${name}, ${SHORTENED[name]})` : name))
  .join(', ');

export const columnType = (name: keyof Feedback): string =>
  FeedbackSchema.options.columns[name]!.type as string;
const COLUMN_TYPES = COLUMN_NAMES.map(columnType);

/**
 * The names of an item's tags in alphabetical order, separated by commas, which no name contains; null without tags. $1
 * must be the account.
 */
export const JOINED_NAMES = `
  CASE WHEN tags IS NOT NULL THEN (
    SELECT string_agg(tag.name, ',' ORDER BY tag.key) FROM tags tag WHERE tag.account_id = $1 AND tag.id = ANY (tags)
  ) END AS tags`;

/** The people who are or were members of an account, with the name of today or of the day on which they left. */
const KNOWN_MEMBERS = `
  SELECT account_id, person_id AS id, name FROM memberships JOIN people ON people.id = person_id
  UNION ALL
  SELECT account_id, person_id, name FROM former_members former WHERE NOT EXISTS (
    SELECT FROM memberships WHERE account_id = former.account_id AND person_id = former.person_id)`;

/** The names of members, also of former ones. $1 must be the account. */
export const MEMBER_NAMES = `SELECT id, name FROM (${KNOWN_MEMBERS}) member WHERE account_id = $1`;

/** The ID of the assignee, 36 characters, followed by the name; null without one. $1 must be the account. */
export const ASSIGNEE_WITH_NAME = `
  CASE WHEN assignee IS NOT NULL THEN (
    SELECT member.id || member.name FROM (${MEMBER_NAMES}) member WHERE member.id = assignee
  ) END AS assignee`;

/** The IDs of the tags with these keys, sorted. Locks the tags, so that none is deleted before the item is written. */
export const tagIds = (keys: string): string => `(
  SELECT array_agg(id ORDER BY id)
  FROM (SELECT id FROM tags WHERE account_id = $1 AND key = ANY (${keys}::text[]) ORDER BY id FOR KEY SHARE) used
)`;

export const tagKeys = (names: readonly string[]): string[] => names.map(tagKey);

/** The column of links: null without any, so that the usual item has none to store. */
export const linksColumn = (links: readonly ItemLink[]): string | null =>
  links.length === 0 ? null : JSON.stringify(links);

/** The column of a card: null without one. */
export const cardColumn = (card: PublicCard | null): string | null => card && JSON.stringify(card);

/** The column of a context: null without one. */
export const contextColumn = (context: ItemContext | null): string | null =>
  context && JSON.stringify(context);

function valueOf(item: Feedback, name: (typeof COLUMN_NAMES)[number]): unknown {
  if (name === 'links') return linksColumn(item.links);
  if (name === 'public') return cardColumn(item.public);
  return name === 'context' ? contextColumn(item.context) : item[name];
}

/** Converts items to one list per column. A statement unnests the lists with `typedLists`. */
export const listsOf = (items: readonly Feedback[]): unknown[][] =>
  COLUMN_NAMES.map((name) => items.map((item) => valueOf(item, name)));
export const typedLists = (first: number): string =>
  COLUMN_TYPES.map((type, i) => `$${first + i}::${type}[]`).join(', ');

/** Returns the parameters for the columns of one item, such as `$6, $7, $8`. */
export const parametersFrom = (first: number): string =>
  COLUMN_NAMES.map((_, i) => `$${first + i}`).join(', ');

/** A row as an array in the order of COLUMNS or SHORT_COLUMNS, which takes a third less time to receive than an object. */
export type FeedbackRow = [
  id: string,
  title: string,
  description: string | null,
  submitter_email: string | null,
  status: Status,
  source: Source,
  created_at: Instant,
  updated_at: Instant | null,
  external_id: string | null,
  merged_into: string | null,
  duplicate_count: number | null,
  request_count: number | null,
  request_value: number | null,
  unconfirmed_votes: number | null,
  links: readonly ItemLink[] | null,
  card: PublicCard | null,
  context: ItemContext | null,
  verified: boolean | null,
  version: number | null,
  tagIds: readonly string[] | null,
  assigneeId: string | null,
];
/** Indexes of `NAMED_COLUMNS` in a row. */
export const TAG_IDS = 19;
export const ASSIGNEE_ID = 20;
/** Number of columns of a row. */
export const ROW_LENGTH = COLUMN_NAMES.length + NAMED_COLUMNS.length;

/**
 * Lists each property explicitly, because a loop over the names takes 10 times as long per item.
 * @param tags names, which the row doesn't have (`itemsOf`)
 */
export function fromRow(
  accountId: string,
  row: FeedbackRow,
  tags: readonly string[],
  assignee: Assignee | null = null,
): Feedback {
  return {
    accountId,
    id: row[0],
    title: row[1],
    description: row[2],
    submitter_email: row[3],
    status: row[4],
    source: row[5],
    created_at: row[6],
    updated_at: row[7] ?? row[6],
    external_id: row[8],
    merged_into: row[9],
    duplicate_count: row[10] ?? USUAL.duplicate_count,
    request_count: row[11] ?? USUAL.request_count,
    request_value: row[12] ?? USUAL.request_value,
    unconfirmed_votes: row[13] ?? USUAL.unconfirmed_votes,
    version: row[18] ?? USUAL.version,
    tags,
    assignee,
    links: row[14] ?? NO_LINKS,
    public: row[15],
    context: row[16],
    verified: row[17] ?? USUAL.verified,
  };
}

/** Returns the parameters of INSERT, with `account_id` first. */
export const toRow = (item: Feedback): unknown[] => [
  item.accountId,
  ...COLUMN_NAMES.map((name) => valueOf(item, name)),
];
