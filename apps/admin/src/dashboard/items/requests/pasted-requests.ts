import type { NewRequest } from '@libs/contract';
import { REQUESTS_AT_ONCE } from '@libs/feedback';
import { CsvReader, type Cell } from '../../pages/import/file/csv';
import { detectDelimiter, isBlankRow } from '../../pages/import/file/delimiter';
import { FileError } from '../../pages/import/file/file-error';
import { readRequest, REQUEST_FIELDS, type RequestField, type RequestTexts } from './request-fields';

/** Maximum number of lines that are pasted at once (requests.md 4). */
export const PASTED_MAX = 1_000;

/** An invalid field, more cells than columns, or no value at all. */
export type LineProblem = RequestField | 'cells' | 'empty';

/** A line of a pasted text as a request. */
export interface PastedLine {
  /** Where it starts in the text, from 1. */
  readonly line: number;
  readonly raw: string;
  readonly request: NewRequest;
  readonly problems: readonly LineProblem[];
  /** The earlier line with the same address. They are one request. */
  readonly repeats: number | null;
}

export interface Pasted {
  /** The line with the names of columns. */
  readonly header: string | null;
  /** Names of columns that requests don't have. */
  readonly ignored: readonly string[];
  readonly lines: readonly PastedLine[];
  /** The line whose quotes don't match, so that the text cannot be read. */
  readonly brokenAt: number | null;
}

interface Row {
  readonly line: number;
  readonly raw: string;
  readonly cells: readonly Cell[];
}

const LINE_BREAK = /\r\n|\r|\n/;

/** Reads addresses, or lines of CSV with a header or in the order of `REQUEST_FIELDS`. */
export function readPasted(text: string): Pasted {
  const source = text.replace(/^\ufeff/, '');
  if (isAddressList(source))
    return { ...EMPTY, lines: withRepeats(addressRows(source).map(lineOf(REQUEST_FIELDS))) };
  try {
    const rows = csvRows(source);
    const names = headerOf(rows[0]?.cells);
    if (!names) return { ...EMPTY, lines: withRepeats(rows.map(lineOf(REQUEST_FIELDS))) };
    const columns = names.map((name) => REQUEST_FIELDS.find((field) => field === name) ?? null);
    return {
      ...EMPTY,
      header: rows[0]!.raw,
      ignored: names.filter((name, at) => name !== '' && columns[at] === null),
      lines: withRepeats(rows.slice(1).map(lineOf(columns))),
    };
  } catch (error) {
    if (error instanceof FileError) return { ...EMPTY, brokenAt: error.figure };
    throw error;
  }
}

const EMPTY: Pasted = { header: null, ignored: [], lines: [], brokenAt: null };

const tokensOf = (line: string): readonly string[] => line.split(/[\s,;]+/).filter((token) => token !== '');

/** Whether each line is one word, or has nothing but addresses, and the first one is not the name of a column. */
function isAddressList(source: string): boolean {
  const lines = source.split(LINE_BREAK).map(tokensOf);
  const first = lines.find((tokens) => tokens.length > 0)?.[0]?.toLowerCase();
  if (REQUEST_FIELDS.some((field) => field === first)) return false;
  return lines.every((tokens) => tokens.length <= 1 || tokens.every((token) => token.includes('@')));
}

const addressRows = (source: string): readonly Row[] =>
  source
    .split(LINE_BREAK)
    .flatMap((line, at) => tokensOf(line).map((token) => ({ line: at + 1, raw: token, cells: [token] })));

/** @throws FileError if quotes don't match */
function csvRows(source: string): readonly Row[] {
  const starts: (Omit<Row, 'raw'> & { readonly isBlank: boolean })[] = [];
  const reader = new CsvReader(detectDelimiter(source, true), (cells, line) =>
    starts.push({ line, cells, isBlank: isBlankRow(cells) }),
  );
  reader.push(source);
  reader.end();
  const lines = source.split(LINE_BREAK);
  return starts.flatMap(({ isBlank, ...row }, at) => {
    const end = (starts[at + 1]?.line ?? lines.length + 1) - 1;
    return isBlank
      ? []
      : [
          {
            ...row,
            raw: lines
              .slice(row.line - 1, end)
              .join('\n')
              .trimEnd(),
          },
        ];
  });
}

/** The names of columns in lowercase; null if the cells are a request. */
function headerOf(cells: readonly Cell[] = []): readonly string[] | null {
  const names = cells.map((cell) => cell?.trim().toLowerCase() ?? '');
  const isHeader =
    names.some((name) => REQUEST_FIELDS.some((field) => field === name)) &&
    !names.some((name) => name.includes('@'));
  return isHeader ? names : null;
}

const lineOf =
  (columns: readonly (RequestField | null)[]) =>
  ({ line, raw, cells }: Row): PastedLine => {
    const texts: Partial<Record<RequestField, string>> = {};
    columns.forEach((field, at) => {
      if (field) texts[field] ??= cells[at] ?? '';
    });
    const { request, invalid } = readRequest(texts satisfies RequestTexts);
    const hasMore = cells.slice(columns.length).some((cell) => cell?.trim());
    const isEmpty = invalid.length === 0 && Object.keys(request).length === 0;
    const problems = [
      ...invalid,
      ...(hasMore ? (['cells'] as const) : []),
      ...(isEmpty ? (['empty'] as const) : []),
    ];
    return { line, raw, request, problems, repeats: null };
  };

function withRepeats(lines: readonly PastedLine[]): readonly PastedLine[] {
  const lineByAddress = new Map<string, number>();
  return lines.map((entry) => {
    const address = entry.request.email?.toLowerCase();
    if (!address || entry.problems.length > 0) return entry;
    const repeats = lineByAddress.get(address) ?? null;
    if (repeats === null) lineByAddress.set(address, entry.line);
    return { ...entry, repeats };
  });
}

const isValid = ({ problems }: PastedLine): boolean => problems.length === 0;

/** Splits lines into those that become requests and those with problems. */
export const byValidity = ({ lines }: Pasted) => ({
  valid: lines.filter(isValid),
  wrong: lines.filter((line) => !isValid(line)),
});

/** The requests of valid lines, in the parts in which they are sent. */
export function partsOf(valid: readonly PastedLine[]): readonly (readonly NewRequest[])[] {
  const count = Math.ceil(valid.length / REQUESTS_AT_ONCE);
  return Array.from({ length: count }, (_, at) =>
    valid.slice(at * REQUESTS_AT_ONCE, (at + 1) * REQUESTS_AT_ONCE).map(({ request }) => request),
  );
}

/** The text without the first `sent` valid lines: what has problems, or was not sent yet. */
export function remainingText({ header, lines }: Pasted, sent: number): string {
  let skipped = 0;
  const remaining = lines.filter((line) => !isValid(line) || skipped++ >= sent);
  if (remaining.length === 0) return '';
  return [...(header === null ? [] : [header]), ...remaining.map(({ raw }) => raw)].join('\n');
}
