import type { DeletedFeedback, Feedback, FeedbackStatus } from '@libs/api-client';
import type { Cli } from '../cli';
import { formatAge } from '../output/age';
import { safeLine } from '../output/safe-text';
import { createStyle, type Color, type Style } from '../output/style';
import { Table, type Column } from '../output/table';

/** Formats items, one line each. */
export interface Rows {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (item: Feedback) => string;
  /** Absent if the format has no place for deleted items. */
  readonly deletedLine?: (item: DeletedFeedback) => string;
  /** Rows without the email column; only for a table. */
  readonly withoutEmails?: Rows;
}

const STATUS_COLORS: Readonly<Record<FeedbackStatus, Color>> = {
  new: 'cyan',
  planned: 'blue',
  building: 'yellow',
  shipped: 'green',
  declined: 'dim',
};

export const colorStatus = (style: Style, status: FeedbackStatus, text: string = status): string =>
  (style[STATUS_COLORS[status]] ?? style.bold)(text);

/**
 * On a terminal, a table of the terminal's width with full IDs. In a pipe, the same columns separated by tabs, without
 * truncation and without a header, with times instead of ages, so that `cut -f1` returns the IDs.
 */
export function rowsForOutput({ context, options }: Cli): Rows {
  const { stdout } = context;
  if (!stdout.isTTY) return { header: '', line: tabSeparated };
  const style = createStyle(context, options);
  const columns = terminalColumns(style, context.now());
  const toRows = (shown: readonly Column<Feedback>[]): Rows => {
    const table = new Table(shown, stdout.columns || 80);
    return { header: table.header(style.bold), line: (item) => table.row(item) };
  };
  return {
    ...toRows(columns),
    withoutEmails: toRows(columns.filter(({ header }) => header !== EMAIL_HEADER)),
  };
}

const EMAIL_HEADER = 'EMAIL';

function tabSeparated({ id, status, title, submitter_email, created_at }: Feedback): string {
  return `${[id, status, title, submitter_email ?? '', created_at].map(safeLine).join('\t')}\n`;
}

function terminalColumns(style: Style, now: Date): readonly Column<Feedback>[] {
  return [
    { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
    {
      header: 'STATUS',
      width: 8,
      dropOrder: 0,
      text: ({ status }) => safeLine(status),
      paint: (text, { status }) => colorStatus(style, status, text),
    },
    { header: 'TITLE', width: 24, minWidth: 10, growth: 2, text: ({ title }) => safeLine(title) },
    {
      header: EMAIL_HEADER,
      width: 20,
      growth: 1,
      dropOrder: 2,
      text: (item) => safeLine(item.submitter_email ?? ''),
    },
    {
      header: 'AGE',
      width: 4,
      dropOrder: 1,
      text: ({ created_at }) => formatAge(created_at, now),
      paint: style.dim,
    },
  ];
}
