import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { EventsFlags } from '../events/events';
import { typesOption } from '../events/types-option';
import { parseTime, wholeNumber } from '../items/filters';

export function eventsCommand(program: Command, cli: Cli): void {
  program
    .command('events')
    .description('show events, such as new items and changes of status')
    .option('--follow', 'wait for new events until Ctrl-C')
    .addOption(typesOption())
    .option('--after <cursor>', 'show events after this cursor; latest for new events only')
    .addOption(
      new Option('--since <time>', 'show events at or after this time: 2026-03-03 or 2026-03-03T10:00:00Z')
        .argParser(parseTime)
        .conflicts('after'),
    )
    .option('--feedback-id <id>', 'show events about this item, its requests, and its notes')
    .option('--actor <actor>', 'show events of this actor: the ID of an API key or a member, or a type')
    .option('--exclude-actor <actor>', 'leave out events of this actor')
    .addOption(
      new Option('--limit <count>', 'number of events, 1 to 100').argParser(wholeNumber).conflicts('follow'),
    )
    .addHelpText('after', HELP)
    .action(async (flags: EventsFlags) => (await import('../events/events')).events(cli, flags));
}

const HELP = `
Shows all stored events, oldest first. With --follow, shows only new events,
unless --after or --since is given. The types of actors include owner, api_key,
import, and visitor. \`feedback whoami --json\` prints the ID of the API key.

On a terminal, prints a table. In a pipe, or with --json, prints one JSON event
per line. Its "cursor" is the value of --after to resume after this event.
Without --follow, only the last event of a page has its own cursor. The others
have the cursor before the page, so that no event is missed.

Examples:
  feedback events --types feedback.created,feedback.status_changed
  feedback events --since 2026-03-03 --feedback-id 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
  feedback events --follow | jq -r .data.feedback.title
  feedback events --after "$(tail -n 1 log | jq -r .cursor)" >> log`;
