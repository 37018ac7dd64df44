import { EXPORT_COLUMNS } from '@libs/feedback';
import { COLUMN_NAMES, TARGET_FIELDS, type TargetField } from './column-names';
import { normalizeStatus } from './statuses';

export type SourceName = 'own' | 'canny' | 'fider' | 'astuto' | 'quackback' | 'feeblo' | 'other';

interface SourceFormat {
  readonly name: SourceName;
  /** The format matches if at least one column of each list exists. */
  readonly requiredColumns: readonly (readonly string[])[];
  /** Column names by field, most likely first; they replace the general names. */
  readonly columnNames: Partial<Record<TargetField, readonly string[]>>;
  /** Columns without a field in this product, appended to the description by default. */
  readonly keptColumns: readonly string[];
}

/**
 * Known formats; the first match applies. Column names are normalized by `normalizeColumn`.
 * Fider: app/pkg/csv/csv.go (number, title, description, created_at, created_by, votes_count, comments_count, status,
 * responded_by, responded_at, response, original_number, original_title, tags); older ones have total_votes and
 * total_comments (app/pkg/csv/testdata). It contains the author's name, but no email address.
 * Astuto has no export in its source code. Users have the table `posts` (db/schema.rb), joined with names, or
 * responses of its API (app/controllers/api/v1/serializers.rb: id, title, description, board,
 * post_status, user, approval_status, slug, created_at, updated_at).
 * Canny doesn't document the columns of its CSV. These are the fields of a post in its API reference
 * (developers.canny.io/api-reference: id, title, details, author, board, category, commentCount, created, eta, owner,
 * score, status, tags, url), with and without the prefix "post". The URL of a post contains its domain.
 * Quackback: the exporter of posts in its source code (id, title, content, status, tags, board, author_name,
 * author_email, vote_count, created_at). Feeblo: its documented contract (title, content, status, board, tags, eta,
 * author_name, author_email, vote_count, created_at, updated_at, url).
 */
const SOURCES: readonly SourceFormat[] = [
  {
    name: 'own',
    requiredColumns: EXPORT_COLUMNS.map((name) => [name.replaceAll('_', ' ')]),
    columnNames: {},
    keptColumns: [],
  },
  {
    name: 'fider',
    requiredColumns: [['number'], ['title'], ['description'], ['created by'], ['votes count', 'total votes']],
    columnNames: { external_id: ['number'], created_at: ['created at'], updated_at: [] },
    keptColumns: ['response'],
  },
  {
    name: 'astuto',
    requiredColumns: [
      ['title'],
      ['description'],
      ['post status', 'post status name', 'post status id', 'approval status'],
      ['board', 'board name', 'board id'],
    ],
    columnNames: {
      status: ['post status name', 'post status', 'status', 'post status id'],
      submitter_email: ['user email', 'author email', 'email'],
      external_id: ['id', 'post id'],
    },
    keptColumns: [],
  },
  {
    name: 'canny',
    requiredColumns: [
      ['title', 'post title'],
      ['details', 'post details'],
      ['status', 'post status'],
      ['board', 'board name', 'score', 'votes', 'vote count', 'author email', 'category', 'category name'],
    ],
    columnNames: {
      title: ['title', 'post title'],
      description: ['details', 'post details'],
      submitter_email: ['author email', 'user email', 'email'],
      created_at: ['created', 'created at', 'post created', 'date created', 'created date'],
      updated_at: [],
      external_id: ['id', 'post id', 'url', 'post url'],
    },
    keptColumns: ['category', 'category name'],
  },
  {
    name: 'quackback',
    requiredColumns: [['id'], ['title'], ['content'], ['board'], ['author name'], ['vote count']],
    columnNames: {},
    keptColumns: [],
  },
  {
    name: 'feeblo',
    requiredColumns: [['title'], ['content'], ['board'], ['eta'], ['author name'], ['vote count'], ['url']],
    columnNames: { external_id: ['url'] },
    keptColumns: [],
  },
];

/** Normalizes a column name: `votes_count`, `votesCount`, and `Votes Count` become `votes count`. */
export const normalizeColumn = (name: string): string =>
  normalizeStatus(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' '));

/** Detects the source of a file by its columns. */
export function detectSource(columns: readonly string[]): SourceName {
  const normalized = new Set(columns.map(normalizeColumn));
  const format = SOURCES.find(({ requiredColumns }) =>
    requiredColumns.every((names) => names.some((name) => normalized.has(name))),
  );
  return format?.name ?? 'other';
}

/** Maps fields to columns, using each column once; null if none matches. */
export function matchColumns(
  source: SourceName,
  columns: readonly string[],
): Record<TargetField, number | null> {
  const normalized = columns.map(normalizeColumn);
  const used = new Set<number>();
  const ownNames = SOURCES.find(({ name }) => name === source)?.columnNames;
  const entries = TARGET_FIELDS.map((target) => {
    const index = (ownNames?.[target] ?? COLUMN_NAMES[target])
      .map((word) => normalized.indexOf(word))
      .find((position) => position >= 0 && !used.has(position));
    if (index !== undefined) used.add(index);
    return [target, index ?? null] as const;
  });
  return Object.fromEntries(entries) as Record<TargetField, number | null>;
}

/** Columns appended to the description by default. */
export function keptColumns(source: SourceName, columns: readonly string[]): readonly number[] {
  const keptNames = SOURCES.find(({ name }) => name === source)?.keptColumns ?? [];
  return columns.flatMap((name, index) => (keptNames.includes(normalizeColumn(name)) ? [index] : []));
}

const LABELS = new Map([
  ...['comments count', 'comment count', 'total comments'].map((word) => [word, 'Comments'] as const),
  ['created by', 'Author'],
]);

/** The label of a value in the description: `Comments: 2`. */
export function columnLabel(column: string): string {
  const normalized = normalizeColumn(column);
  const label = LABELS.get(normalized) ?? normalized;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
