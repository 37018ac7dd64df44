import type { ImportError, ImportRepeat, ImportRow } from '@libs/contract';
import { descriptionRule, instantRule, submitterEmailRule, titleRule } from '@libs/feedback';
import type { Issue } from '@libs/kernel';
import { t } from '../../../messages';
import type { Table } from './file/table';

/** A problem of a row, by its line in the chosen file. */
export interface RowProblem {
  /** Index of the row, from 0. */
  readonly row: number;
  readonly line: number;
  readonly text: string;
  /** Title of the row; empty if it has none. */
  readonly title: string;
}

const texts = t.importing.problems;

/** The problems of a row that can be found without the service, for the preview. */
export function rowIssues(row: ImportRow, now = new Date()): readonly string[] {
  const issues: Issue[] = [];
  titleRule.read(row.title, 'title', issues);
  descriptionRule.read(row.description ?? null, 'description', issues);
  submitterEmailRule.read(row.submitter_email ?? null, 'submitter_email', issues);
  for (const param of ['created_at', 'updated_at'] as const) {
    const value = row[param];
    if (value) instantRule(now).read(value, param, issues);
  }
  return issues.map(({ param = null, code, message }) => issueText(param, code, message));
}

/**
 * Converts the line number of the service, which counts the lines of the request, to the line in the file. Keeps a
 * number that no sent line has.
 */
export function toProblem(
  { line, param, code, message }: ImportError,
  table: Table,
  titleColumn: number | null,
): RowProblem {
  return createProblem(line, issueText(param, code, withoutLine(message)), table, titleColumn);
}

/** A message of the service, without the number of the line in the request. */
export const withoutLine = (message: string): string => message.replace(/^Line \d+: /, '');

/** The problem of a row with the same ID as an earlier row. */
export function toRepeatProblem(
  { line, first_line: first }: ImportRepeat,
  table: Table,
  titleColumn: number | null,
): RowProblem {
  return createProblem(line, texts.repeats(table.lines[first - 1] ?? first), table, titleColumn);
}

function createProblem(line: number, text: string, table: Table, titleColumn: number | null): RowProblem {
  const cell = titleColumn === null ? null : table.rows[line - 1]?.[titleColumn];
  return {
    row: line - 1,
    line: table.lines[line - 1] ?? line,
    text,
    title: (cell ?? '').replace(/\s+/g, ' ').trim(),
  };
}

function issueText(param: string | null, code: string, message: string): string {
  const fieldTexts =
    param === null ? {} : (Object.entries(texts.problemTexts).find(([name]) => name === param)?.[1] ?? {});
  const requirement = TIME_REQUIREMENTS.find(([, pattern]) => pattern.test(message))?.[0];
  return (
    (requirement && ownText(fieldTexts, requirement)) ??
    ownText(fieldTexts, code) ??
    ownText(texts.any, code) ??
    withPeriod(message)
  );
}

/** The causes of `invalid_value` for a time, by message, because the code is the same for all. */
const TIME_REQUIREMENTS = [
  ['in_future', /must not be in the future$/],
  ['too_early', /must not be before 1970$/],
  ['before_created', /must not be before created_at$/],
] as const;

/** Adds a period to a message of the service, like in the messages here. */
const withPeriod = (message: string): string => message.replace(/(?<![.!?…)])$/, '.');

const ownText = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
