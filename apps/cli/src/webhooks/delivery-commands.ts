import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { TYPES } from '../events/types-option';
import { parseTime, wholeNumber } from '../items/filters';
import type { DeliveriesFlags } from './deliveries';
import type { ReplayFlags } from './replay';

/** Commands that send events to webhooks, and show the results. */
export function addDeliveryCommands(webhooks: Command, cli: Cli): void {
  webhooks
    .command('test')
    .description('send a test event, and show the result')
    .argument('<id>', 'webhook ID')
    .addHelpText('after', TEST_HELP)
    .action(async (id: string) => (await import('./send-test')).sendTest(cli, id));
  webhooks
    .command('deliveries')
    .description('list deliveries, newest first')
    .argument('<id>', 'webhook ID')
    .addOption(new Option('--status <status>', 'filter by status').choices(STATUSES))
    .addOption(
      new Option('--event-type <type>', 'filter by the type of the event')
        .choices([...TYPES, 'webhook.test'])
        .argParser(String),
    )
    .option('--all', 'list every delivery, not only the first page')
    .option('--limit <count>', 'deliveries per page, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'list the page at this cursor')
    .addHelpText('after', DELIVERIES_HELP)
    .action(async (id: string, flags: DeliveriesFlags) =>
      (await import('./deliveries')).deliveries(cli, id, flags),
    );
  webhooks
    .command('retry')
    .description('send a delivery again')
    .argument('<id>', 'webhook ID')
    .argument('<delivery-id>', 'delivery ID')
    .addHelpText('after', RETRY_HELP)
    .action(async (id: string, deliveryId: string) =>
      (await import('./deliveries')).retry(cli, id, deliveryId),
    );
  webhooks
    .command('replay')
    .description('send events that the webhook has not received')
    .argument('<id>', 'webhook ID')
    .addOption(
      new Option('--since <time>', 'events at or after: 2026-03-03 or 2026-03-03T10:00:00Z')
        .argParser(parseTime)
        .makeOptionMandatory(),
    )
    .option('--until <time>', 'events before this time (default: now)', parseTime)
    .option('--dry-run', 'only count the events')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', REPLAY_HELP)
    .action(async (id: string, flags: ReplayFlags) => (await import('./replay')).replay(cli, id, flags));
}

const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'];
const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';
const DELIVERY_ID = '019cb7f6-9b40-7c3d-8e9f-0a1b2c3d4e5f';

const TEST_HELP = `
Waits up to 24 seconds for the result. Exits with 1 if the request failed or
there is no result yet.

Example:
  feedback webhooks test ${ID}`;

const DELIVERIES_HELP = `
On a terminal, prints a table with the result of the last attempt. In a pipe, or
with --json, prints one JSON delivery with all its attempts per line.

Examples:
  feedback webhooks deliveries ${ID} --status failed
  feedback webhooks deliveries ${ID} --all | jq -r .event_id`;

const RETRY_HELP = `
Sends the delivery now, whatever its status, with the same ID of the event. To
see the result, run \`feedback webhooks deliveries\`.

Example:
  feedback webhooks retry ${ID} \\
    ${DELIVERY_ID}`;

const REPLAY_HELP = `
Sends the events that match the types of the webhook: also events from before it
existed, and while it was disabled. Events that it has received are not sent
again. On a terminal, counts the events and asks for confirmation.

Examples:
  feedback webhooks replay ${ID} --since 2026-03-03 --dry-run
  feedback webhooks replay ${ID} \\
    --since 2026-03-03T21:00:00Z --until 2026-03-04T09:00:00Z`;
