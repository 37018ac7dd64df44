import type { ImportFault, ImportRow } from '@libs/api-client';
import { descriptionRule, guarded, submitterEmailRule, titleRule } from '@libs/feedback';
import { instantOf, type Issue } from '@libs/kernel';
import { t } from '../../messages';
import type { Table } from './table';

/** What is wrong with a row, where it stands in the file that was chosen. */
export interface Problem {
  readonly line: number;
  readonly field: string;
  readonly words: string;
  /** What the row is called, as far as it is. */
  readonly title: string;
}

const texts = t.importing.problems;

/** What can be told of a row before the service is asked, for the preview. */
export function wordsOfRow(row: ImportRow): readonly string[] {
  const issues: Issue[] = [];
  titleRule.read(row.title, 'title', issues);
  descriptionRule.read(row.description ?? null, 'description', issues);
  submitterEmailRule.read(row.submitter_email ?? null, 'submitter_email', issues);
  for (const param of ['created_at', 'updated_at'] as const) {
    const value = row[param];
    if (value && instantOf(value) === null) issues.push({ param, code: 'invalid_format', message: '' });
  }
  return issues.map(({ param = null, code, message }) => wordsOfFault(param, code, message));
}

/**
 * The service numbers the lines it was sent, people those of their file. A fault of a line nobody sent would be one
 * of the service's own; it keeps its number.
 */
export function problemOf(
  { line, param, code, message }: ImportFault,
  table: Table,
  titleColumn: number | null,
): Problem {
  const cell = titleColumn === null ? null : table.rows[line - 1]?.[titleColumn];
  return {
    line: table.lines[line - 1] ?? line,
    field: param === null ? '' : fieldName(param),
    words: wordsOfFault(param, code, message.replace(/^Line \d+: /, '')),
    title: (cell ?? '').replace(/\s+/g, ' ').trim(),
  };
}

const fieldName = (param: string): string => textOf(t.importing.fields, param) ?? param;

function wordsOfFault(param: string | null, code: string, message: string): string {
  const words =
    param === null ? undefined : Object.entries(texts.words).find(([name]) => name === param)?.[1];
  return textOf(words ?? {}, code) ?? textOf(texts.any, code) ?? message;
}

const textOf = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** The problems as a file to work through; opened by a spreadsheet, so with the guard of every CSV of this product. */
export function problemsCsv(problems: readonly Problem[]): string {
  const cell = (text: string) => `"${guarded(text).replaceAll('"', '""')}"`;
  const rows = problems.map(({ line, field, words, title }) => [String(line), field, words, title].map(cell));
  return [texts.columns.map(cell), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
