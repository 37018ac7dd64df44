import type { ImportRow, Status } from '@libs/contract';
import { EXTERNAL_ID_MAX, ITEM_FIELD_NAMES, submitterEmailRule, TITLE_MAX, unguarded } from '@libs/feedback';
import { codePoints, hasVisible, instantOf, longerThan, trimmed, type Issue } from '@libs/kernel';
import type { Cell } from '../file/csv';
import { instantIn } from '../file/dates';
import { hashOf } from '../file/hash';
import { htmlToText } from '../file/html-text';
import type { Mapping } from './mapping';
import { columnWord, labelOf, type Target } from './sources';
import { statusWord } from './statuses';
import type { Table } from '../file/table';

/**
 * The rows as they are sent, one for each of the file and in its order, lazily. What cannot be right is sent as it
 * stands there: the service alone says what is wrong with it.
 */
export function importRows(table: Table, mapping: Mapping, toText = htmlToText): Generator<ImportRow> {
  return mapping.source === 'own' ? ownRows(table) : otherRows(table, mapping, toText);
}

/** Of this product's own export everything fits, as it is. */
function* ownRows({ columns, rows, kind }: Table): Generator<ImportRow> {
  const words = columns.map(columnWord);
  const indexes = ITEM_FIELD_NAMES.map((name) => [name, words.indexOf(columnWord(name))] as const);
  for (const cells of rows) {
    const members = indexes.map(([name, index]) => {
      const cell = cells[index] ?? null;
      return [name, kind === 'csv' && cell !== null ? unguarded(cell) : cell] as const;
    });
    yield Object.fromEntries(members) as unknown as ImportRow;
  }
}

function* otherRows(table: Table, mapping: Mapping, toText: (html: string) => string): Generator<ImportRow> {
  const header = table.columns.join('\u001f');
  const twins = new Map<string, number>();
  for (const cells of table.rows) {
    const cell = (target: Target): Cell => {
      const column = mapping.columns[target];
      return column === null ? null : (cells[column] ?? null);
    };
    const order = mapping.dayOrder === 'dmy' ? 'dmy' : 'mdy';
    const date = (target: Target) => {
      const text = trimmed(cell(target) ?? '');
      return text === '' ? undefined : (instantIn(text, order) ?? text);
    };
    const given = cell('description');
    const description = given !== null && mapping.convertHtml ? toText(given) : given;
    const email = trimmed(cell('submitter_email') ?? '');
    const updated = date('updated_at');
    yield {
      ...rowTexts(cell('title') ?? '', withExtras(description, cells, table, mapping), mapping),
      submitter_email: email === '' || (mapping.dropBadEmails && isBadEmail(email)) ? undefined : email,
      status: statusOf(cell('status'), mapping),
      external_id:
        named(cell('external_id'), mapping) ?? numbered(hashOf(header + cells.join('\u001f')), twins),
      created_at: date('created_at') ?? fallbackTime(mapping, updated),
      updated_at: updated,
    };
  }
}

/** @param column that of the date of creation */
export const lacksDate = (cells: readonly Cell[], column: number | null): boolean =>
  column === null || trimmed(cells[column] ?? '') === '';

/** Never after the last update; undefined for now. */
function fallbackTime({ fallbackDate }: Mapping, updated: string | undefined): string | undefined {
  const chosen = fallbackDate === null ? undefined : `${fallbackDate}T00:00:00.000Z`;
  if (updated === undefined || instantOf(updated) === null) return chosen;
  return chosen !== undefined && chosen < updated ? chosen : updated;
}

/** Whether the row has an email address that the service would reject. */
export function hasBadEmail(cells: readonly Cell[], column: number | null): boolean {
  const email = column === null ? '' : trimmed(cells[column] ?? '');
  return email !== '' && isBadEmail(email);
}

function isBadEmail(email: string): boolean {
  const issues: Issue[] = [];
  submitterEmailRule.read(email, 'submitter_email', issues);
  return issues.length > 0;
}

/** Whether the row has no title and a description that can give it one. */
export function lacksTitle(cells: readonly Cell[], { columns: { title, description } }: Mapping): boolean {
  const has = (column: number | null) => column !== null && hasVisible(cells[column] ?? '');
  return title !== null && !has(title) && has(description);
}

/** A title is one line and has an end; what is lost by that is in the description. */
function rowTexts(
  given: string,
  description: string | null,
  { cutTitles, fillTitles, columns }: Mapping,
): Pick<ImportRow, 'title' | 'description'> {
  const title = oneLine(given);
  if (!hasVisible(title) && (fillTitles || columns.title === null)) {
    const first = firstLine(description ?? '');
    return { title: longerThan(first, TITLE_MAX) ? cut(first) : first, description };
  }
  if (!longerThan(title, TITLE_MAX) || !cutTitles) return { title, description };
  return { title: cut(title), description: [trimmed(given), description].filter(Boolean).join('\n\n') };
}

const cut = (title: string): string => `${trimmed([...title].slice(0, TITLE_MAX - 1).join(''))}…`;

const oneLine = (text: string): string => trimmed(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

const firstLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(oneLine)
    .find(hasVisible) ?? '';

/** Counts nobody gave and cells with nothing in them are not worth a line. */
function withExtras(
  description: Cell,
  cells: readonly Cell[],
  { columns }: Table,
  { extras }: Mapping,
): string | null {
  const lines = extras.flatMap((index) => {
    const value = trimmed(cells[index] ?? '');
    return value === '' || value === '0' ? [] : `${labelOf(columns[index]!)}: ${value}`;
  });
  const text = description === null || !hasVisible(description) ? '' : description;
  return [text, lines.join('\n')].filter(Boolean).join('\n\n') || null;
}

const statusOf = (cell: Cell, { statuses }: Mapping): Status => statuses.get(statusWord(cell ?? '')) ?? 'new';

/** What the file calls the row, with its source before it; what does not fit is told by its digest. */
function named(cell: Cell, { prefix }: Mapping): string | null {
  const name = trimmed(cell ?? '');
  if (name === '') return null;
  const full = `${prefix}:${name}`;
  const fits = codePoints(full) <= EXTERNAL_ID_MAX && oneLine(full) === full;
  return fits ? full : `${prefix}:${hashOf(name)}`;
}

/**
 * A row that has no name is told by what stands in it, and by how many of the same came before: so a file can be
 * imported again, whole, longer or with another mapping, and makes no twins.
 */
function numbered(digest: string, twins: Map<string, number>): string {
  const before = twins.get(digest) ?? 0;
  twins.set(digest, before + 1);
  return before === 0 ? `file:${digest}` : `file:${digest}-${before + 1}`;
}
