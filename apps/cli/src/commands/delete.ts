import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { DeleteFlags } from '../items/delete';

export function deleteCommand(program: Command, cli: Cli): void {
  program
    .command('delete')
    .description('permanently delete items')
    .argument('[id...]', 'item IDs (default: read from standard input)')
    .option('--external', 'the IDs are those of another system')
    .option('--if-match <version>', 'delete only if the item is still at this version (see `feedback get`)')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: DeleteFlags) =>
      (await import('../items/delete')).deleteItems(cli, ids, flags),
    );
}

const HELP = `
On a terminal, asks for confirmation. Without a terminal, --yes is required for
more than one item and for IDs from standard input. Sends one request per item.
With --external, each line of standard input is an ID of another system.
If items are not found, lists their IDs at the end and exits with 4. --json
prints {"deleted":[…],"not_found":[…]}.

Examples:
  feedback delete 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
  feedback delete --external ticket:4711
  feedback list --all --search spam --ids | feedback delete --yes`;
