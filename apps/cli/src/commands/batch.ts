import type { Command } from 'commander';
import type { Cli } from '../cli';
import type { BatchFlags } from '../batch/batch';
import { addClearFlag, addFieldFlags, addNotifyFlag, addTagFlags } from '../items/fields';

export function batchCommand(program: Command, cli: Cli): void {
  addNotifyFlag(
    addTagFlags(addClearFlag(addFieldFlags(program.command('batch').description('update many items')))),
  )
    .argument('[id...]', 'item IDs (default: read from standard input)')
    .option('--dry-run', 'show what would change without updating anything')
    .option('--idempotency-key <key>', 'apply the updates only once for this key; each request adds a suffix')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: BatchFlags) =>
      (await import('../batch/batch')).batch(cli, ids, flags),
    );
}

const HELP = `
With field flags but no IDs, reads IDs from standard input, one per line. Lines
from \`feedback list\` and NDJSON also work, so you can filter items with grep or
jq. Without field flags, reads the updates as JSON: {"updates":[…]}, an array,
or one update per line. An update can have all fields of \`feedback update\`, such
as external_id and add_tags, and if_match with the ETag of the item.

Lines with a method, or {"operations":[…]}, also create, upsert, and delete up to
100 items, all or none: {"method":"create","title":…}, {"method":"update","id":…},
{"method":"upsert","external_id":…,"title":…}, {"method":"delete","id":…}.
Deleting requires --yes.

Before --tags replaces the tags of several items, asks for confirmation. Without
a terminal, this requires --yes.

Sends up to 100 updates per request. Each request applies all of them or none.

Examples:
  feedback list --all --status new | grep -i crash | feedback batch --status planned
  feedback list --all --search invoice --ids | feedback batch --add-tags billing
  feedback list --all --status building --ids | feedback batch --status shipped --notify --dry-run
  feedback batch --dry-run < updates.ndjson
  feedback batch --yes < operations.ndjson`;
