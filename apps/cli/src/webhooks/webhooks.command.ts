import type { Command } from 'commander';
import type { Cli } from '../cli';
import { addDeliveryCommands } from './delivery-commands';
import { addEndpointCommands } from './endpoint-commands';

export function webhooksCommand(program: Command, cli: Cli): void {
  const webhooks = program
    .command('webhooks')
    .description('manage webhooks, which send events to your server')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', HELP);
  addEndpointCommands(webhooks.commandsGroup('Webhooks:'), cli);
  addDeliveryCommands(webhooks.commandsGroup('Deliveries:'), cli);
}

const HELP = `
A key with the permission \`full\` can use all commands. With \`read\`, it can use
list, get, and deliveries.

Examples:
  feedback webhooks create https://example.com/hooks/feedback
  feedback webhooks test 019cb323-e500-7a11-9c4d-5e6f708192a3
  feedback help webhooks create`;
