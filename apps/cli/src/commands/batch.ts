import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { BatchFlags } from '../batch/batch';
import { addClearFlag, addFieldFlags } from '../items/fields';

export function batchCommand(program: Command, cli: Cli): void {
  addClearFlag(addFieldFlags(program.command('batch').description('change many items at once')))
    .argument('[id...]', 'ids of the items; without any they are read from standard input')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--idempotency-key <key>', 'done once, however often it is sent; each hundred has its own suffix')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: BatchFlags) =>
      (await import('../batch/batch')).batch(cli, ids, flags),
    );
}

const HELP = `
With flags, standard input has an id a line; lines of \`feedback list\` and of NDJSON
will do, so that they may pass grep or jq. Without flags it has the updates as JSON:
{"updates":[…]}, an array, or an update a line.

They are sent in hundreds, each of which is done whole or not at all.

Examples:
  feedback list --all --status new | grep -i crash | feedback batch --status planned
  feedback batch --dry-run < updates.ndjson`;
