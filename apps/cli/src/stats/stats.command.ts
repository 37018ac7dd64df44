import { GROUPINGS, INTERVALS, METRICS } from '@libs/feedback';
import { Argument, Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { StatsFlags } from './stats';

export function statsCommand(program: Command, cli: Cli): void {
  program
    .command('stats')
    .description('count items and changes over time')
    .addArgument(new Argument('[metric]', 'what to count').choices(METRICS).default('created'))
    .addOption(new Option('--by <field>', 'group by status, source, or tag').choices(GROUPINGS))
    .addOption(new Option('--interval <interval>', 'day, week, or month (default: day)').choices(INTERVALS))
    .option('--from <date>', 'first day, such as 2026-03-03 (default: 30 days)')
    .option('--to <date>', 'last day (default: today)')
    .option('--time-zone <zone>', 'time zone of the days (default: the local one)')
    .addHelpText('after', HELP)
    .action(async (metric: string, flags: StatsFlags) =>
      (await import('./stats')).stats(cli, metric as (typeof METRICS)[number], flags),
    );
}

export function countsCommand(program: Command, cli: Cli): void {
  program
    .command('counts')
    .description('count items by status, source, and tag')
    .addHelpText('after', COUNTS_HELP)
    .action(async () => (await import('./stats')).counts(cli));
}

const COUNTS_HELP = `
Prints one line per status, source, and tag with tab-separated group, name, and
count, and the total first. --json prints the API response.

Examples:
  feedback counts
  feedback counts --json | jq .data.statuses.new`;

const HELP = `
On a terminal, prints a table. In a pipe, prints one line per bucket with
tab-separated first day, last day, count, median in seconds if there is one, and
the count of each group, after a header. --json prints the API response.

Examples:
  feedback stats
  feedback stats created --by source --interval month --from 2026-01-01
  feedback stats created --by tag
  feedback stats time_to_first_change --interval week --json`;
