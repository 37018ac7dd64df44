import type { Webhook } from '@libs/api-client';
import type { Cli } from '../cli';
import { jsonLine } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';

/** Formats webhooks, one line each. */
interface EndpointRows {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (webhook: Webhook) => string;
}

/** On a terminal, a table of the terminal's width. In a pipe, and with `--json`, NDJSON. */
export function endpointRows({ context, options }: Cli): EndpointRows {
  const { stdout } = context;
  if (!stdout.isTTY || options.json) return { header: '', line: jsonLine };
  const style = createStyle(context, options);
  const table = new Table(columns(style), stdout.columns || 80);
  return { header: table.header(style.bold), line: (webhook) => table.row(webhook) };
}

function columns(style: Style): readonly Column<Webhook>[] {
  return [
    { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
    {
      header: 'STATUS',
      width: 8,
      text: ({ status }) => safeLine(status),
      paint: (text, { status }) => colorEndpointStatus(style, status, text),
    },
    { header: 'URL', width: 22, minWidth: 16, growth: 2, text: ({ url }) => safeLine(url) },
    { header: 'EVENTS', width: 16, growth: 1, dropOrder: 2, text: ({ events }) => eventsText(events) },
    { header: 'SUCCESS', width: 7, dropOrder: 1, text: ({ health }) => successRate(health) },
  ];
}

export const colorEndpointStatus = (style: Style, status: Webhook['status'], text: string): string =>
  status === 'active' ? style.green(text) : style.red(text);

export const eventsText = (events: Webhook['events']): string =>
  events.includes('*') ? 'all' : safeLine(events.join(', '));

/** Rounds down, so that 100% means that no attempt failed. */
export const successRate = ({ success_rate_24h: rate }: Webhook['health']): string =>
  rate === null ? '–' : `${Math.floor(rate * 100)}%`;
