import type { Command } from 'commander';
import type { Cli } from '../cli';

export function similarCommand(program: Command, cli: Cli): void {
  program
    .command('similar')
    .description('list items that may be duplicates')
    .argument('[id]', 'item ID')
    .option('--title <title>', 'find items that are similar to this title')
    .addHelpText('after', HELP)
    .action(async (id: string | undefined, flags: { title?: string }) =>
      (await import('./similar')).similar(cli, id, flags),
    );
}

const HELP = `
Lists up to 5 items, most similar first, with a score from 0 to 1. In a pipe,
prints one line per item with tab-separated ID, score, status, and title.
--json prints the API response.

Examples:
  feedback similar 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
  feedback similar --title "Export as PDF"`;
