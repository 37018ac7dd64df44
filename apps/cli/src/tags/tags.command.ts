import { TAG_COLORS } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { TagFlags } from './tags';

export function tagsCommand(program: Command, cli: Cli): void {
  const tags = program
    .command('tags')
    .description('list, rename, merge, and delete tags')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', HELP);
  tags
    .command('list')
    .description('list tags with their numbers of items')
    .addHelpText('after', LIST_HELP)
    .action(async () => (await import('./tags')).list(cli));
  tags
    .command('update')
    .description('rename or recolor a tag, or merge it into another one')
    .argument('<id>', 'tag ID')
    .option('--name <text>', 'new name; the name of another tag merges the two')
    .addOption(new Option('--color <color>', 'color in the dashboard').choices(TAG_COLORS))
    .addHelpText('after', UPDATE_HELP)
    .action(async (id: string, flags: TagFlags) => (await import('./tags')).update(cli, id, flags));
  tags
    .command('delete')
    .description('delete a tag and remove it from all items')
    .argument('<id>', 'tag ID')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', DELETE_HELP)
    .action(async (id: string, flags: { yes?: boolean }) =>
      (await import('./tags')).deleteTag(cli, id, flags),
    );
}

const HELP = `
Items create tags: see --tags of \`feedback create\` and \`feedback update\`.

Examples:
  feedback tags list
  feedback tags update 019cb323-e500-7a11-9c4d-5e6f708192a3 --name mobile`;

const LIST_HELP = `
Examples:
  feedback tags list
  feedback tags list --json | jq -r '.data[].name'`;

const UPDATE_HELP = `
Without flags, reads a JSON object from standard input.

Examples:
  feedback tags update 019cb323-e500-7a11-9c4d-5e6f708192a3 --name mobile
  feedback tags update 019cb323-e500-7a11-9c4d-5e6f708192a3 --color teal`;

const DELETE_HELP = `
Examples:
  feedback tags delete 019cb323-e500-7a11-9c4d-5e6f708192a3 --yes`;
