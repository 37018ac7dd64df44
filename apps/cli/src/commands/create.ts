import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { CreateFlags } from '../items/create';
import { addFieldFlags } from '../items/fields';

export function createCommand(program: Command, cli: Cli): void {
  addFieldFlags(program.command('create').description('create an item'))
    .option('--submitter-email <email>', 'email address of the submitter')
    .option('--external-id <id>', 'ID of the item in another system, unique in the account')
    .option('--idempotency-key <key>', 'create the item only once for this key')
    .addHelpText('after', HELP)
    .action(async (flags: CreateFlags) => (await import('../items/create')).create(cli, flags));
}

const HELP = `
Without field flags, reads JSON from standard input: an item, an array of items,
or one item per line. Sends one request per item; for many items, use
\`feedback import\`. --json prints {"data":…,"etag":…} for each item, one per
line in a pipe.

Examples:
  feedback create --title "Dark mode" --submitter-email ada@example.com
  git log -1 --format=%B | feedback create --title "From a commit" --description -
  echo '{"title":"Dark mode","description":null}' | feedback create --json`;
