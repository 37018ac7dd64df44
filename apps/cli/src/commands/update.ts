import { BATCH_MAX } from '@libs/feedback';
import type { Command } from 'commander';
import type { Cli } from '../cli';
import { addClearFlag, addFieldFlags } from '../items/fields';
import type { UpdateFlags } from '../items/update';

export function updateCommand(program: Command, cli: Cli): void {
  addClearFlag(addFieldFlags(program.command('update').description('update items')))
    .argument('<id...>', `item IDs; all get the same update, and up to ${BATCH_MAX} succeed or fail together`)
    .option('--if-match <version>', 'update only if the item is still at this version (see `feedback get`)')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: UpdateFlags) =>
      (await import('../items/update')).update(cli, ids, flags),
    );
}

const HELP = `
Fields without a flag stay unchanged. --description '' sets an empty
description; --clear-description removes it. Without field flags, reads a JSON
object from standard input.

Examples:
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --status planned
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --if-match 3 --title "Dark mode"
  echo '{"description":null}' | feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f`;
