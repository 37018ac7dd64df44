import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { EventsFlags } from '../events/events';
import { typesOption } from '../events/types-option';
import { wholeNumber } from '../items/filters';

export function eventsCommand(program: Command, cli: Cli): void {
  program
    .command('events')
    .description('show events, such as new items and changes of status')
    .option('--follow', 'wait for new events until Ctrl-C')
    .addOption(typesOption())
    .option('--after <cursor>', 'show events after this cursor; latest for new events only')
    .addOption(
      new Option('--limit <count>', 'number of events, 1 to 100').argParser(wholeNumber).conflicts('follow'),
    )
    .addHelpText('after', HELP)
    .action(async (flags: EventsFlags) => (await import('../events/events')).events(cli, flags));
}

const HELP = `
Shows all stored events, oldest first. With --follow, shows only new events,
unless --after is given.

On a terminal, prints a table. In a pipe, or with --json, prints one JSON event
per line. Its "cursor" is the value of --after to resume after this event.
Without --follow, only the last event of a page has its own cursor. The others
have the cursor before the page, so that no event is missed.

Examples:
  feedback events --types feedback.created,feedback.status_changed
  feedback events --follow | jq -r .data.feedback.title
  feedback events --after "$(tail -n 1 log | jq -r .cursor)" >> log`;
