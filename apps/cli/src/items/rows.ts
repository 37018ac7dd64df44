import type { Feedback, FeedbackStatus } from '@libs/api-client';
import type { Cli } from '../cli';
import { ageOf } from '../output/age';
import { safeLine } from '../output/safe-text';
import { styleOf, type Colour, type Style } from '../output/style';
import { Table, type Column } from '../output/table';

/** How items are shown, a line each. */
export interface Rows {
  /** Empty where there is none. */
  readonly header: string;
  readonly line: (item: Feedback) => string;
  /** For items that all have none; where they stand in columns. */
  readonly withoutAddresses?: Rows;
}

const COLOURS: Readonly<Record<FeedbackStatus, Colour>> = {
  new: 'cyan',
  planned: 'blue',
  building: 'yellow',
  shipped: 'green',
  declined: 'dim',
};

export const coloured = (style: Style, status: FeedbackStatus, text: string = status): string =>
  (style[COLOURS[status]] ?? style.bold)(text);

/**
 * On a terminal a table as wide as that, its ids whole; in a pipe the same columns between tabs, nothing cut, times
 * instead of ages, and no header, so that `cut -f1` has the ids.
 */
export function rowsOn({ context, options }: Cli): Rows {
  const { stdout } = context;
  if (!stdout.isTTY) return { header: '', line: tabbed };
  const style = styleOf(context, options);
  const columns = columnsOf(style, context.now());
  const rowsOf = (shown: readonly Column<Feedback>[]): Rows => {
    const table = new Table(shown, stdout.columns || 80);
    return { header: table.header(style.bold), line: (item) => table.row(item) };
  };
  return {
    ...rowsOf(columns),
    withoutAddresses: rowsOf(columns.filter(({ header }) => header !== ADDRESSES)),
  };
}

const ADDRESSES = 'E-MAIL';

export function tabbed({ id, status, title, submitter_email, created_at }: Feedback): string {
  return `${[id, status, title, submitter_email ?? '', created_at].map(safeLine).join('\t')}\n`;
}

function columnsOf(style: Style, now: Date): readonly Column<Feedback>[] {
  return [
    { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
    {
      header: 'STATUS',
      width: 8,
      spare: 0,
      text: ({ status }) => safeLine(status),
      paint: (text, { status }) => coloured(style, status, text),
    },
    { header: 'TITLE', width: 24, least: 10, grows: 2, text: ({ title }) => safeLine(title) },
    {
      header: ADDRESSES,
      width: 20,
      grows: 1,
      spare: 2,
      text: (item) => safeLine(item.submitter_email ?? ''),
    },
    { header: 'AGE', width: 4, spare: 1, text: ({ created_at }) => ageOf(created_at, now), paint: style.dim },
  ];
}
