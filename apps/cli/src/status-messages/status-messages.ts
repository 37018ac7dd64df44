import type { StatusMessage } from '@libs/api-client';
import type { Cli } from '../cli';
import { assertId } from '../items/ids';
import { printNote } from '../items/note';
import { formatAge } from '../output/age';
import { jsonLine, jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';
import { write } from '../output/write';

/** Prints the messages about an item: on a terminal, a table; in a pipe, and with `--json`, NDJSON. */
export async function list(cli: Cli, itemId: string): Promise<void> {
  const { context, options } = cli;
  const { stdout } = context;
  const { data } = await cli.client().statusMessages(assertId(itemId));
  if (!stdout.isTTY || options.json) return write(stdout, data.map(jsonLine).join(''));
  if (data.length === 0) return printNote(cli, 'No messages');
  const style = createStyle(context, options);
  const table = new Table(columns(style, context.now()), stdout.columns || 80);
  await write(stdout, table.header(style.bold) + data.map((message) => table.row(message)).join(''));
}

const columns = (style: Style, now: Date): readonly Column<StatusMessage>[] => [
  { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
  { header: 'STATE', width: 9, text: ({ state }) => safeLine(state) },
  { header: 'STATUS', width: 8, dropOrder: 2, text: ({ status }) => safeLine(status ?? '') },
  { header: 'PEOPLE', width: 7, text: ({ recipients }) => String(recipients) },
  { header: 'DELIVERED', width: 9, dropOrder: 1, text: ({ delivered }) => String(delivered) },
  { header: 'MESSAGE', width: 16, growth: 1, dropOrder: 4, text: ({ message }) => safeLine(message ?? '') },
  {
    header: 'AGE',
    width: 4,
    dropOrder: 3,
    text: ({ created_at }) => formatAge(created_at, now),
    paint: style.dim,
  },
];

export async function cancel(cli: Cli, itemId: string, messageId: string): Promise<void> {
  const { stdout } = cli.context;
  await cli.client().cancelStatusMessage(assertId(itemId), assertId(messageId));
  if (cli.options.json) await write(stdout, jsonText({ cancelled: [messageId] }, stdout));
  else printNote(cli, 'Cancelled 1 message');
}
