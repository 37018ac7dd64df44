import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { IfMatchFlag, PublishFlags } from './publish';

const IF_MATCH = 'only if the item is still at this version (see `feedback get`)';

export function publishCommand(program: Command, cli: Cli): void {
  program
    .command('publish')
    .description('publish an item with a title and a text of its own')
    .argument('<id>', 'item ID')
    .requiredOption('--title <title>', 'title that the public sees')
    .option('--text <text>', 'text that the public sees (default: none)')
    .option('--if-match <version>', IF_MATCH)
    .addHelpText('after', HELP)
    .action(async (id: string, flags: PublishFlags) => (await import('./publish')).publish(cli, id, flags));
}

const HELP = `
Replaces the title and the text of an item that is public. The title and the
description of the item itself stay private.

Examples:
  feedback publish 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --title "Dark theme" --text "For everyone who works at night."
  feedback publish 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --if-match 3 --title "Dark theme"`;

export function unpublishCommand(program: Command, cli: Cli): void {
  program
    .command('unpublish')
    .description('make a public item private again')
    .argument('<id>', 'item ID')
    .option('--if-match <version>', IF_MATCH)
    .action(async (id: string, flags: IfMatchFlag) => (await import('./publish')).unpublish(cli, id, flags));
}
