import { BATCH_MAX } from '@libs/feedback';
import { InvalidArgumentError, type Command } from 'commander';
import type { Cli } from '../cli';
import type { PageFlags } from '../history/pages';
import { wholeNumber } from '../items/filters';
import type { AddFlags, RequestFlags } from './requests';

export function requestsCommand(program: Command, cli: Cli): void {
  const requests = program
    .command('requests')
    .description('see and manage who asks for an item')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', HELP);
  requests
    .command('list', { isDefault: true })
    .description('list who asks for an item and its duplicates, newest first')
    .argument('<item>', 'item ID')
    .option('--all', 'list all requests, not only the first page')
    .option('--limit <count>', 'requests per page, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'list the page at this cursor')
    .addHelpText('after', LIST_HELP)
    .action(async (item: string, flags: PageFlags) =>
      (await import('./read-requests')).list(cli, item, flags),
    );
  requests
    .command('get')
    .description('show a request')
    .argument('<item>', 'item ID')
    .argument('<request>', 'request ID')
    .addHelpText('after', GET_HELP)
    .action(async (item: string, request: string) =>
      (await import('./read-requests')).get(cli, item, request),
    );
  addRequestFlags(requests.command('add').description('add requests, or update those of the same address'))
    .argument('<item>', 'item ID')
    .option(
      '--file <file>',
      'file with email addresses or JSON objects, one per line; - reads standard input',
    )
    .addHelpText('after', ADD_HELP)
    .action(async (item: string, flags: AddFlags) => (await import('./requests')).add(cli, item, flags));
  addRequestFlags(requests.command('update').description('update a request'))
    .argument('<item>', 'item ID')
    .argument('<request>', 'request ID')
    .addHelpText('after', UPDATE_HELP)
    .action(async (item: string, request: string, flags: RequestFlags) =>
      (await import('./requests')).update(cli, item, request, flags),
    );
  requests
    .command('delete')
    .description('delete a request permanently')
    .argument('<item>', 'item ID')
    .argument('<request>', 'request ID')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', DELETE_HELP)
    .action(async (item: string, request: string, flags: { yes?: boolean }) =>
      (await import('./requests')).deleteRequest(cli, item, request, flags),
    );
}

const addRequestFlags = (command: Command): Command =>
  command
    .option('--email <email>', 'email address of the person; it asks once for an item')
    .option('--name <text>', 'name of the person')
    .option('--company <text>', 'company of the person')
    .option('--value <amount>', 'what the company is worth, with at most two decimals', decimalNumber)
    .option('--quote <text>', 'what the person said')
    .option('--link <url>', 'where it was said')
    .option('--count <count>', 'number of people, without an email address', wholeNumber);

function decimalNumber(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new InvalidArgumentError('Use a number, such as 1200.50.');
  return Number(value);
}

const ID = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
const REQUEST = '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f';

const HELP = `
A key with the permission \`full\` can use all commands. With \`read\`, it can use
list and get. The submission is a request with the ID of the item: it can be updated,
except for its email address, but not deleted.

Examples:
  feedback requests ${ID}
  feedback requests add ${ID} --email eve@example.com`;

const LIST_HELP = `
On a terminal, prints a table. In a pipe, or with --json, prints one JSON request
per line.

Examples:
  feedback requests list ${ID}
  feedback requests list ${ID} --all | jq -r .email`;

const GET_HELP = `
Example:
  feedback requests get ${ID} \\
    ${REQUEST}`;

const ADD_HELP = `
An email address asks once for an item: adding it again updates its request.
Without flags, reads standard input: an email address or a JSON object per line,
a JSON array, or {"requests":[…]}. An object has the fields email, name, company,
value, quote, link, and count.

Sends up to ${BATCH_MAX} lines per request. Each request adds all of them or none.

Examples:
  feedback requests add ${ID} --email eve@example.com \\
    --company Acme --value 1200
  feedback requests add ${ID} --count 12
  feedback requests add ${ID} --file addresses.txt`;

const UPDATE_HELP = `
Fields without a flag stay unchanged. Without flags, reads a JSON object from
standard input; null clears a field.

Examples:
  feedback requests update ${ID} \\
    ${REQUEST} --company Acme
  echo '{"company":null}' | feedback requests update ${ID} \\
    ${REQUEST}`;

const DELETE_HELP = `
Example:
  feedback requests delete ${ID} \\
    ${REQUEST}`;
