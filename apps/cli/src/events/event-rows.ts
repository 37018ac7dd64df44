import type { EventWithCursor, FeedbackEvent } from '@libs/api-client';
import type { Cli } from '../cli';
import { jsonLine } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';
import { TYPE_WIDTH } from './types-option';

/** Formats events, one line each. */
interface EventRows {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (one: EventWithCursor) => string;
}

/** On a terminal, a table of the terminal's width. In a pipe, and with `--json`, the events as NDJSON. */
export function eventRows({ context, options }: Cli): EventRows {
  const { stdout } = context;
  if (!stdout.isTTY || options.json)
    return { header: '', line: ({ event, cursor }) => jsonLine({ ...event, cursor }) };
  const style = createStyle(context, options);
  const table = new Table(columns(style), stdout.columns || 80);
  return { header: table.header(style.bold), line: ({ event }) => table.row(event) };
}

function columns(style: Style): readonly Column<FeedbackEvent>[] {
  return [
    { header: 'TIME', width: 24, text: ({ timestamp }) => safeLine(timestamp), paint: style.dim },
    { header: 'TYPE', width: TYPE_WIDTH, text: ({ type }) => safeLine(type), paint: style.cyan },
    { header: 'ITEM', width: 16, growth: 1, text: ({ data }) => safeLine(eventSubject(data)) },
    { header: 'ACTOR', width: 7, dropOrder: 1, text: ({ actor }) => safeLine(actor.type), paint: style.dim },
  ];
}

/** The title of the item, or its ID if it is deleted; the URL of a webhook. */
export function eventSubject(data: FeedbackEvent['data']): string {
  if ('feedback' in data) return 'title' in data.feedback ? data.feedback.title : data.feedback.id;
  if ('import' in data) return `${data.import.created} created, ${data.import.existing} existing`;
  if ('webhook' in data) return data.webhook.url;
  // A newer service can have types with other data.
  return '';
}
