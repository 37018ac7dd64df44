import { BATCH_MAX } from '@libs/feedback';
import type { Command } from 'commander';
import type { Cli } from '../cli';
import { addClearFlag, addFieldFlags, addNotifyFlag, addTagFlags } from '../items/fields';
import type { UpdateFlags } from '../items/update';
import type { UpsertFlags } from '../items/upsert';

export function updateCommand(program: Command, cli: Cli): void {
  addNotifyFlag(
    addTagFlags(addClearFlag(addFieldFlags(program.command('update').description('update items')))),
  )
    .argument('<id...>', `item IDs; all get the same update, and up to ${BATCH_MAX} succeed or fail together`)
    .option('--external', 'the ID is that of another system; only for one item')
    .option('--if-match <version>', 'update only if the item is still at this version (see `feedback get`)')
    .option('--external-id <id>', "ID of the item in another system; '' removes it")
    .option('--merged-into <id>', 'merge into this item, as its duplicates; none unmerges')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: UpdateFlags) =>
      (await import('../items/update')).update(cli, ids, flags),
    );
}

const HELP = `
Fields without a flag stay unchanged. --description '' sets an empty
description; --clear-description removes it. Without field flags, reads a JSON
object from standard input.

Before --tags or --links replaces those of several items, asks for confirmation.
Without a terminal, this requires --yes.

Examples:
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --status planned
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --if-match 3 --title "Dark mode"
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --merged-into none
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --add-tags billing --remove-tags mobile
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --status shipped --notify "It is in version 3."
  feedback update --external ticket:4711 --external-id ticket:4712
  echo '{"description":null}' | feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f`;

export function upsertCommand(program: Command, cli: Cli): void {
  addClearFlag(
    addFieldFlags(program.command('upsert').description('create or update an item by external ID')),
  )
    .argument('[external-id]', 'ID of the item in another system')
    .option(
      '--submitter-email <email>',
      'email address of the submitter; stored only when the item is created',
    )
    .option('--if-match <version>', 'update only if the item exists and is still at this version')
    .addHelpText('after', UPSERT_HELP)
    .action(async (externalId: string | undefined, flags: UpsertFlags) =>
      (await import('../items/upsert')).upsert(cli, externalId, flags),
    );
}

const UPSERT_HELP = `
--title is required. Other fields without a flag stay unchanged. Running the
command again changes nothing. Without field flags, reads a JSON object from
standard input; without an ID, the object has external_id. Put -- before an ID
that starts with a dash.

Examples:
  feedback upsert ticket:4711 --title "Dark mode" --status planned
  echo '{"title":"Dark mode","description":null}' | feedback upsert ticket:4711
  echo '{"external_id":"ticket:4711","title":"Dark mode"}' | feedback upsert
  feedback upsert --title "Dark mode" -- -17`;
