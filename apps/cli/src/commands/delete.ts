import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { DeleteFlags } from '../items/delete';

export function deleteCommand(program: Command, cli: Cli): void {
  program
    .command('delete')
    .description('delete items for good')
    .argument('[id...]', 'ids of the items; without any they are read from standard input')
    .option('--if-match <version>', 'only when it is still in this version, as get shows it')
    .option('--yes', 'delete without asking')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: DeleteFlags) =>
      (await import('../items/delete')).deleteItems(cli, ids, flags),
    );
}

const HELP = `
On a terminal it asks before it deletes. Without a terminal, --yes is required for more
than one item, and for ids from standard input. Each item is a request. Those that are not there are told at the end, with exit code 4;
--json answers {"deleted":[…],"not_found":[…]}.

Examples:
  feedback delete 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
  feedback list --all --search spam --ids | feedback delete --yes`;
