import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { CreateFlags } from '../items/create';
import { addFieldFlags } from '../items/fields';

export function createCommand(program: Command, cli: Cli): void {
  addFieldFlags(program.command('create').description('create an item'))
    .option('--submitter-email <address>', 'who gave the feedback')
    .option('--idempotency-key <key>', 'with the same key it is created once, however often it is sent')
    .addHelpText('after', HELP)
    .action(async (flags: CreateFlags) => (await import('../items/create')).create(cli, flags));
}

const HELP = `
Without flags it reads JSON from standard input: an item, an array of items, or an
item a line. Each is a request; for many there is \`feedback import\`. --json prints
{"data":…,"etag":…} for each item, in a pipe one per line.

Examples:
  feedback create --title "Dark mode" --submitter-email ada@example.com
  git log -1 --format=%B | feedback create --title "From a commit" --description -
  echo '{"title":"Dark mode","description":null}' | feedback create --json`;
