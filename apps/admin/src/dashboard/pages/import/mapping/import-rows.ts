import type { ImportRow, Status } from '@libs/contract';
import {
  EXTERNAL_ID_MAX,
  IMPORT_FIELDS,
  REQUEST_COLUMNS,
  submitterEmailRule,
  TITLE_MAX,
  unguarded,
} from '@libs/feedback';
import { codePoints, hasVisible, instantOf, longerThan, trimmed, type Issue } from '@libs/kernel';
import type { Cell } from '../file/csv';
import { toTimestamp } from '../file/dates';
import { votersOf } from '../file/email';
import { textHash } from '../file/hash';
import { htmlToText } from '../file/html-text';
import { toAmount, toCount } from '../file/numbers';
import type { Mapping } from './mapping';
import type { TargetField } from './column-names';
import { normalizeColumn, columnLabel } from './sources';
import { normalizeStatus } from './statuses';
import type { Table } from '../file/table';

/**
 * Generates the rows to send, one per row of the file, in order. Invalid values stay unchanged, because only the
 * service reports errors.
 */
export function importRows(table: Table, mapping: Mapping, toText = htmlToText): Generator<ImportRow> {
  return mapping.source === 'own' ? exportedRows(table) : mappedRows(table, mapping, toText);
}

/** Rows of this product's own export need no mapping. */
function* exportedRows({ columns, rows, kind }: Table): Generator<ImportRow> {
  const columnKeys = columns.map(normalizeColumn);
  // The assignee of a line of JSON is an object.
  const columnOf = (name: string) => columnKeys.indexOf(normalizeColumn(name));
  const indexes = IMPORT_FIELDS.map(
    (name) => [name, Math.max(columnOf(name), name === 'assignee' ? columnOf('assignee.name') : -1)] as const,
  ).filter(([name, index]) => index >= 0 || !(name in REQUEST_COLUMNS));
  for (const cells of rows) {
    const fields = indexes.map(([name, index]) => {
      const cell = cells[index] ?? null;
      if (kind === 'csv') return [name, cell === null ? null : unguarded(cell)] as const;
      return [
        name,
        name === 'links' && cell?.startsWith('[') ? (JSON.parse(cell) as unknown) : cell,
      ] as const;
    });
    yield Object.fromEntries(fields) as unknown as ImportRow;
  }
}

function* mappedRows(table: Table, mapping: Mapping, toText: (html: string) => string): Generator<ImportRow> {
  const header = table.columns.join('\u001f');
  const countByHash = new Map<string, number>();
  for (const cells of table.rows) {
    const readCell = (target: TargetField): Cell => {
      const column = mapping.columns[target];
      return column === null ? null : (cells[column] ?? null);
    };
    const order = mapping.dayOrder === 'unknown' ? undefined : (mapping.dayOrder ?? undefined);
    const readDate = (target: TargetField) => {
      const text = trimmed(readCell(target) ?? '');
      return text === '' ? undefined : (toTimestamp(text, order) ?? text);
    };
    const rawDescription = readCell('description');
    const description =
      rawDescription !== null && mapping.convertHtml ? toText(rawDescription) : rawDescription;
    const email = trimmed(readCell('submitter_email') ?? '');
    const updated = readDate('updated_at');
    yield {
      ...rowTexts(readCell('title') ?? '', appendExtras(description, cells, table, mapping), mapping),
      submitter_email:
        email === '' || (mapping.dropInvalidEmails && isInvalidEmail(email)) ? undefined : email,
      status: mapStatus(readCell('status'), mapping),
      external_id:
        namedId(readCell('external_id'), mapping) ??
        hashedId(textHash(header + cells.join('\u001f')), countByHash),
      tags: readCell('tags') ?? undefined,
      ...requestFields(readCell, mapping),
      created_at: readDate('created_at') ?? createdFallback(mapping, updated),
      updated_at: updated,
    };
  }
}

/** What the row says about who asks for the item. */
function requestFields(
  readCell: (target: TargetField) => Cell,
  { dropInvalidEmails }: Mapping,
): Pick<ImportRow, 'votes' | 'voters' | 'company' | 'value'> {
  const textOf = (target: TargetField) => trimmed(readCell(target) ?? '') || undefined;
  const [votes, value, company] = [textOf('votes'), textOf('value'), textOf('company')];
  const voters = votersOf(readCell('voters') ?? '').filter(
    (email) => !dropInvalidEmails || !isInvalidEmail(email),
  );
  return {
    votes: votes && toCount(votes),
    // Text, because a line of JSON can have 10,000 values.
    voters: voters.length > 0 ? voters.join(', ') : undefined,
    company: company && toSingleLine(company),
    value: value && toAmount(value),
  };
}

/** @param column the column of the creation date */
export const hasNoDate = (cells: readonly Cell[], column: number | null): boolean =>
  column === null || trimmed(cells[column] ?? '') === '';

/** The creation date of a row without one: never after its last update; undefined for the time of the import. */
function createdFallback({ fallbackDate }: Mapping, updated: string | undefined): string | undefined {
  const fallback = fallbackDate === null ? undefined : `${fallbackDate}T00:00:00.000Z`;
  if (updated === undefined || instantOf(updated) === null) return fallback;
  return fallback !== undefined && fallback < updated ? fallback : updated;
}

/** Whether the row has an email address that the service would reject. */
export function hasInvalidEmail(
  cells: readonly Cell[],
  { submitter_email, voters }: Pick<Mapping['columns'], 'submitter_email' | 'voters'>,
): boolean {
  const email = submitter_email === null ? '' : trimmed(cells[submitter_email] ?? '');
  const addresses = voters === null ? [] : votersOf(cells[voters] ?? '');
  return [...(email === '' ? [] : [email]), ...addresses].some(isInvalidEmail);
}

function isInvalidEmail(email: string): boolean {
  const issues: Issue[] = [];
  submitterEmailRule.read(email, 'submitter_email', issues);
  return issues.length > 0;
}

/** True if the row has no title, but a description from which to take one. */
export function hasNoTitle(cells: readonly Cell[], { columns: { title, description } }: Mapping): boolean {
  const has = (column: number | null) => column !== null && hasVisible(cells[column] ?? '');
  return title !== null && !has(title) && has(description);
}

/** Makes the title a single line, and fills or truncates it. The description keeps the full text. */
function rowTexts(
  rawTitle: string,
  description: string | null,
  { cutTitles, fillTitles, columns }: Mapping,
): Pick<ImportRow, 'title' | 'description'> {
  const title = toSingleLine(rawTitle);
  if (!hasVisible(title) && (fillTitles || columns.title === null)) {
    const first = firstLine(description ?? '');
    return { title: longerThan(first, TITLE_MAX) ? truncateTitle(first) : first, description };
  }
  if (!longerThan(title, TITLE_MAX) || !cutTitles) return { title, description };
  return {
    title: truncateTitle(title),
    description: [trimmed(rawTitle), description].filter(Boolean).join('\n\n'),
  };
}

const truncateTitle = (title: string): string => `${trimmed([...title].slice(0, TITLE_MAX - 1).join(''))}…`;

const toSingleLine = (text: string): string => trimmed(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

const firstLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(toSingleLine)
    .find(hasVisible) ?? '';

/** Appends the extra columns to the description, without empty cells and zero counts. */
function appendExtras(
  description: Cell,
  cells: readonly Cell[],
  { columns }: Table,
  { extraColumns }: Mapping,
): string | null {
  const lines = extraColumns.flatMap((index) => {
    const value = trimmed(cells[index] ?? '');
    return value === '' || value === '0' ? [] : `${columnLabel(columns[index]!)}: ${value}`;
  });
  const text = description === null || !hasVisible(description) ? '' : description;
  return [text, lines.join('\n')].filter(Boolean).join('\n\n') || null;
}

const mapStatus = (cell: Cell, { statuses }: Mapping): Status =>
  statuses.get(normalizeStatus(cell ?? '')) ?? 'new';

/** The ID in the file with the source prefix; hashed if it is too long or has invalid characters. */
function namedId(cell: Cell, { prefix }: Mapping): string | null {
  const name = trimmed(cell ?? '');
  if (name === '') return null;
  const full = `${prefix}:${name}`;
  const fits = codePoints(full) <= EXTERNAL_ID_MAX && toSingleLine(full) === full;
  return fits ? full : `${prefix}:${textHash(name)}`;
}

/**
 * Identifies a row without an ID by its content and by the number of identical rows before it. This way, a file can be
 * imported again, also extended or with another mapping, without creating duplicates.
 */
function hashedId(hash: string, countByHash: Map<string, number>): string {
  const earlier = countByHash.get(hash) ?? 0;
  countByHash.set(hash, earlier + 1);
  return earlier === 0 ? `file:${hash}` : `file:${hash}-${earlier + 1}`;
}
