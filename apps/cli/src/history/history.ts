import type { HistoryEntry } from '@libs/api-client';
import type { Cli } from '../cli';
import { assertId } from '../items/ids';
import { jsonLine } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';
import { printPages, type PageFlags } from './pages';

/** Prints the changes of an item: on a terminal, a table; in a pipe, and with `--json`, NDJSON. */
export async function history(cli: Cli, id: string, flags: PageFlags): Promise<void> {
  assertId(id);
  const client = cli.client();
  await printPages(cli, flags, rowsOf(cli), (query) => client.history(id, query));
}

function rowsOf({ context, options }: Cli) {
  const { stdout } = context;
  const entries = 'changes';
  if (!stdout.isTTY || options.json) return { header: '', line: jsonLine, entries };
  const style = createStyle(context, options);
  const table = new Table(columns(style), stdout.columns || 80);
  return { header: table.header(style.bold), line: (entry: HistoryEntry) => table.row(entry), entries };
}

const columns = (style: Style): readonly Column<HistoryEntry>[] => [
  { header: 'TIME', width: 24, text: ({ at }) => safeLine(at), paint: style.dim },
  { header: 'ACTOR', width: 7, text: ({ actor }) => safeLine(actor.type), paint: style.dim },
  { header: 'CHANGE', width: 24, growth: 1, text: (entry) => safeLine(changeText(entry)) },
];

/** `created`, or the changed fields with their values: `status: new → planned`. */
function changeText({ type, changes }: HistoryEntry): string {
  const fields = Object.entries(changes as Record<string, { from: unknown; to: unknown }>);
  if (fields.length === 0) return type === 'updated' ? 'personal data erased' : type;
  return fields.map(([name, { from, to }]) => `${name}: ${valueText(from)} → ${valueText(to)}`).join('; ');
}

const valueText = (value: unknown): string => {
  if (value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
