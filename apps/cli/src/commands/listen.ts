import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { typesOption } from '../events/types-option';
import type { ListenFlags } from '../listen/listen';

export function listenCommand(program: Command, cli: Cli): void {
  program
    .command('listen')
    .description('send new events to a server on your machine, as webhooks')
    .addOption(
      new Option('--forward-to <url>', 'URL of your server').argParser(parseTarget).makeOptionMandatory(),
    )
    .addOption(typesOption())
    .option('--secret <secret>', 'signing secret, whsec_…; overrides FEEDBACK_WEBHOOK_SECRET')
    .addHelpText('after', HELP)
    .action(async (flags: ListenFlags) => (await import('../listen/listen')).listen(cli, flags));
}

/** Any server is allowed: the requests come from this machine, not from the service. */
function parseTarget(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new InvalidArgumentError('Use a URL such as http://localhost:4000/hook.');
  return url.href;
}

const HELP = `
Sends each new event as a POST request, one after the other, until Ctrl-C, which
exits with 130. Shows each result, and does not repeat a failed request. The body
and the headers are those of a webhook delivery, with a signature of Standard
Webhooks 1.0.

Prints the signing secret at the start. It stays the same for the same API key.
To use the secret of your receiver instead, set FEEDBACK_WEBHOOK_SECRET.

On a terminal, prints a table. In a pipe, or with --json, prints one JSON result
per line.

Examples:
  feedback listen --forward-to http://localhost:4000/hook
  feedback listen --forward-to http://localhost:4000 --types feedback.created
  feedback listen --forward-to http://localhost:4000 | jq -r .status_code`;
