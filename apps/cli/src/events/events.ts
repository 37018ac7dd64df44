import type { Cli } from '../cli';
import { printNote } from '../items/note';
import { write } from '../output/write';
import { eventRows } from './event-rows';
import { parseTypes } from './types-option';

export interface EventsFlags {
  readonly follow?: boolean;
  readonly types?: string;
  readonly after?: string;
  readonly limit?: number;
}

export async function events(cli: Cli, { follow, types, after, limit }: EventsFlags): Promise<void> {
  const rows = eventRows(cli);
  const feed = cli.client().events({
    follow,
    types: parseTypes(types),
    after: after ?? (follow ? 'latest' : undefined),
    limit,
  });
  let shown = 0;
  for await (const one of feed) {
    await write(cli.context.stdout, `${shown === 0 ? rows.header : ''}${rows.line(one)}`);
    if (++shown === limit) return;
  }
  if (shown === 0) printNote(cli, 'No events');
}
