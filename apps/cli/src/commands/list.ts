import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { addFilterFlags, wholeNumber } from '../items/filters';
import type { ListFlags } from '../items/list';

export function listCommand(program: Command, cli: Cli): void {
  addFilterFlags(program.command('list').description('list items, newest first'))
    .option('--all', 'list every item, not only the first page')
    .option('--limit <count>', 'items per page, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'list the page at this cursor (next_cursor in --json)')
    .addOption(new Option('--offset <count>', 'number of items to skip').argParser(wholeNumber))
    .option('--include-total', 'show the total number of items')
    .option('--include-deleted', 'also deleted items; needs --updated-after and --sort updated_at')
    .option('--ids', 'print only IDs, one per line')
    .option('--ndjson', 'print one JSON item per line, like --json with --all')
    .addHelpText('after', HELP)
    .action(async (flags: ListFlags) => (await import('../items/list')).list(cli, flags));
}

const HELP = `
On a terminal, prints a table. In a pipe, prints one line per item with
tab-separated ID, status, title, email, and creation time, without a header and
without truncation. --json prints the API response.

--all lists a snapshot of all items with one request. With --limit, --offset,
--cursor, --include-total, or --include-deleted, it sends one request per page.

Examples:
  feedback list --status new --search "dark mode"
  feedback list --all --sort title | grep -i crash
  feedback list --all --json | jq -r .title
  feedback list --status new --all --ids | feedback batch --status planned
  feedback list --all | grep -i crash | feedback batch --status planned`;
