import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { addFilterFlags, wholeNumber } from '../items/filters';
import type { ListFlags } from '../items/list';

export function listCommand(program: Command, cli: Cli): void {
  addFilterFlags(program.command('list').description('list items, newest first'))
    .option('--all', 'every item, not only the first page')
    .option('--limit <count>', 'items a page holds, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'the page that follows, as the one before named it')
    .addOption(new Option('--offset <count>', 'items to skip').argParser(wholeNumber))
    .option('--include-total', 'say how many there are in all')
    .option('--ids', 'ids only, one a line')
    .option('--ndjson', 'an item of JSON a line; so does --json with --all')
    .addHelpText('after', HELP)
    .action(async (flags: ListFlags) => (await import('../items/list')).list(cli, flags));
}

const HELP = `
On a terminal it is a table. In a pipe a line is id, status, title, e-mail and time
of creation between tabs, nothing cut, without a header. --json is the API's answer.

--all is one request, as of one moment. With --limit, --offset, --cursor or
--include-total it walks page by page, a request each.

Examples:
  feedback list --status new --search "dark mode"
  feedback list --all --sort title | grep -i crash
  feedback list --all --json | jq -r .title
  feedback list --status new --all --ids | feedback batch --status planned
  feedback list --all | grep -i crash | feedback batch --status planned`;
