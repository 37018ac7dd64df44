import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { wholeNumber } from '../items/filters';
import { addEndpointFlags, type EndpointFlags } from './fields';

/** Commands that read and change webhooks. */
export function addEndpointCommands(webhooks: Command, cli: Cli): void {
  webhooks
    .command('list')
    .description('list webhooks, newest first')
    .addHelpText('after', LIST_HELP)
    .action(async () => (await import('./endpoints')).list(cli));
  webhooks
    .command('get')
    .description('show a webhook')
    .argument('<id>', 'webhook ID')
    .addHelpText('after', GET_HELP)
    .action(async (id: string) => (await import('./endpoints')).get(cli, id));
  addEndpointFlags(webhooks.command('create').description('create a webhook'))
    .argument('[url]', 'public https URL that receives events')
    .addOption(
      new Option('--signature <signature>', 'signature of the requests (default: hmac)').choices(SIGNATURES),
    )
    .addHelpText('after', CREATE_HELP)
    .action(async (url: string | undefined, flags: EndpointFlags) =>
      (await import('./endpoints')).create(cli, url, flags),
    );
  addEndpointFlags(webhooks.command('update').description('update a webhook'))
    .argument('<id>', 'webhook ID')
    .argument('[url]', 'public https URL that receives events')
    .addOption(new Option('--status <status>', 'enable or disable the webhook').choices(STATUSES))
    .addHelpText('after', UPDATE_HELP)
    .action(async (id: string, url: string | undefined, flags: EndpointFlags) =>
      (await import('./endpoints')).update(cli, id, url, flags),
    );
  webhooks
    .command('delete')
    .description('permanently delete a webhook and its deliveries')
    .argument('<id>', 'webhook ID')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', DELETE_HELP)
    .action(async (id: string, flags: { yes?: boolean }) =>
      (await import('./endpoints')).deleteEndpoint(cli, id, flags),
    );
  webhooks
    .command('rotate-secret')
    .description('create a new signing secret')
    .argument('<id>', 'webhook ID')
    .option(
      '--overlap <seconds>',
      'how long the previous secret also signs, 0 to 604800 (default: 86400, one day)',
      wholeNumber,
    )
    .addHelpText('after', ROTATE_HELP)
    .action(async (id: string, flags: { overlap?: number }) =>
      (await import('./endpoints')).rotateSecret(cli, id, flags),
    );
}

const SIGNATURES = ['hmac', 'ed25519'];
const STATUSES = ['active', 'disabled'];
const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';

const LIST_HELP = `
On a terminal, prints a table, with the share of requests of the last 24 hours
that succeeded. In a pipe, or with --json, prints one JSON webhook per line.

Examples:
  feedback webhooks list
  feedback webhooks list | jq -r 'select(.status == "disabled") | .url'`;

const GET_HELP = `
With --json, prints the API response.

Examples:
  feedback webhooks get ${ID}
  feedback webhooks get ${ID} --json | jq .data.health`;

const CREATE_HELP = `
Without --events, the webhook receives all events. Without --payload, they are
complete. The signature cannot be changed later.

With --payload slack, it sends messages to an incoming webhook of Slack, Mattermost,
or Rocket.Chat, or to one of Discord with /slack at the end of its URL. Without
--events, these are about new feedback and changes of the status.

Prints the signing secret, which is shown only once. A webhook with --signature
ed25519 has a public key instead, which \`feedback webhooks get\` also shows.

An integration leaves out its own changes with --exclude-actor and the ID of its
API key, which \`feedback whoami --json\` prints.

Without arguments and flags, reads a JSON object from standard input. Other users
of the machine can't read values of headers there.

Examples:
  feedback webhooks create https://example.com/hooks/feedback
  feedback webhooks create https://example.com/hooks/feedback \\
    --events feedback.created,feedback.status_changed --header 'X-Team: web'
  feedback webhooks create https://hooks.slack.com/services/T0/B0/X0 --payload slack
  echo '{"url":"https://example.com/hooks/feedback","events":["*"]}' | feedback webhooks create`;

const UPDATE_HELP = `
Fields without a flag stay unchanged. --events '*' selects all types, --header
replaces all headers, and '' as --description or --exclude-actor removes it.
Without fields, reads a JSON object from standard input.

Events from the time when a webhook was disabled are sent only if you replay
them.

Examples:
  feedback webhooks update ${ID} --status active
  feedback webhooks update ${ID} https://example.com/new
  echo '{"headers":{}}' | feedback webhooks update ${ID}`;

const DELETE_HELP = `
On a terminal, asks for confirmation.

Example:
  feedback webhooks delete ${ID}`;

const ROTATE_HELP = `
Prints the new secret, which is shown only once, and when the previous one
expires. Until then, requests have a signature of both. With --signature ed25519,
the webhook gets a new key, and the command prints its public key.

Examples:
  feedback webhooks rotate-secret ${ID}
  feedback webhooks rotate-secret ${ID} --overlap 0`;
