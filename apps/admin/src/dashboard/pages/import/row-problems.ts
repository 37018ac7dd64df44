import type { ImportFault, ImportRepeat, ImportRow } from '@libs/contract';
import { descriptionRule, instantRule, submitterEmailRule, titleRule } from '@libs/feedback';
import type { Issue } from '@libs/kernel';
import { t } from '../../../messages';
import type { Table } from './file/table';

/** What is wrong with a row, where it stands in the file that was chosen. */
export interface RowProblem {
  /** Of the rows, from 0. */
  readonly row: number;
  readonly line: number;
  readonly text: string;
  /** What the row is called, as far as it is. */
  readonly title: string;
}

const texts = t.importing.problems;

/** What can be told of a row before the service is asked, for the preview. */
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
 * The service numbers the lines it was sent, people those of their file. A fault of a line nobody sent would be one
 * of the service's own; it keeps its number.
 */
export function toProblem(
  { line, param, code, message }: ImportFault,
  table: Table,
  titleColumn: number | null,
): RowProblem {
  return createProblem(line, issueText(param, code, message.replace(/^Line \d+: /, '')), table, titleColumn);
}

/** A row that names the item an earlier one names. */
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
    param === null ? {} : (Object.entries(texts.words).find(([name]) => name === param)?.[1] ?? {});
  const requirement = TIME_REQUIREMENTS.find(([, pattern]) => pattern.test(message))?.[0];
  return (
    (requirement && ownText(fieldTexts, requirement)) ??
    ownText(fieldTexts, code) ??
    ownText(texts.any, code) ??
    withPeriod(message)
  );
}

/** What `invalid_value` of a time means, which its code does not say. */
const TIME_REQUIREMENTS = [
  ['in_future', /must not be in the future$/],
  ['too_early', /must not be before 1970$/],
  ['before_created', /must not be before created_at$/],
] as const;

/** Words of the service's own end as ours do. */
const withPeriod = (message: string): string => message.replace(/(?<![.!?…)])$/, '.');

const ownText = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
