import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printNote } from '../items/note';
import { write } from '../output/write';

export interface PageFlags {
  readonly all?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
}

interface Output<T> {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (entry: T) => string;
  /** What the pages have, for messages: `notes`. */
  readonly entries: string;
}

/** The maximum of the API. */
const MAX_PAGE_SIZE = 100;

/** Prints a page; with `all`, each page as it arrives. */
export async function printPages<T>(
  cli: Cli,
  flags: PageFlags,
  { header, line, entries }: Output<T>,
  read: (query: { readonly limit?: number; readonly cursor?: string }) => Promise<Page<T>>,
): Promise<void> {
  const { all, limit = all ? MAX_PAGE_SIZE : undefined } = flags;
  let { cursor } = flags;
  for (let isFirst = true; ; isFirst = false) {
    const { data, pagination } = await read({ limit, cursor });
    if (data.length > 0)
      await write(cli.context.stdout, `${isFirst ? header : ''}${data.map(line).join('')}`);
    else if (isFirst) printNote(cli, `No ${entries}`);
    const next = pagination.next_cursor;
    if (next === null) return;
    if (!all)
      return printNote(cli, `More ${entries} are available. To list them, use --all or --cursor ${next}.`);
    if (next === cursor)
      throw new CliError('Unexpected response: the service returned the same page twice', EXIT.failure);
    cursor = next;
  }
}
