import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { GetFlags } from '../items/get';

export function getCommand(program: Command, cli: Cli): void {
  program
    .command('get')
    .description('show an item')
    .argument('<id>', 'item ID')
    .option('--external', 'the ID is that of another system')
    .option('--if-none-match <version>', 'show the item only if it is no longer at this version')
    .addHelpText('after', HELP)
    .action(async (id: string, flags: GetFlags) => (await import('../items/get')).get(cli, id, flags));
}

const HELP = `
With --json, prints the API response and the version of the item as "etag".

Examples:
  feedback get 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
  feedback get 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --json | jq -r .data.description
  feedback get --external ticket:4711`;
