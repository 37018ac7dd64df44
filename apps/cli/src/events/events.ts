import type { Cli } from '../cli';
import { printNote } from '../items/note';
import { write } from '../output/write';
import { eventRows } from './event-rows';
import { parseTypes } from './types-option';

export interface EventsFlags {
  readonly follow?: boolean;
  readonly types?: string;
  readonly after?: string;
  readonly since?: string;
  readonly feedbackId?: string;
  readonly actor?: string;
  readonly excludeActor?: string;
  readonly limit?: number;
}

export async function events(cli: Cli, { types, ...flags }: EventsFlags): Promise<void> {
  const { follow, since, limit } = flags;
  const rows = eventRows(cli);
  const feed = cli.client().events({
    ...flags,
    types: parseTypes(types),
    after: flags.after ?? (follow && since === undefined ? 'latest' : undefined),
  });
  let shown = 0;
  for await (const one of feed) {
    await write(cli.context.stdout, `${shown === 0 ? rows.header : ''}${rows.line(one)}`);
    if (++shown === limit) return;
  }
  if (shown === 0) printNote(cli, 'No events');
}
