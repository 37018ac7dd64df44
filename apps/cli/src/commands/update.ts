import { BATCH_MAX } from '@libs/feedback';
import type { Command } from 'commander';
import type { Cli } from '../cli';
import { addClearFlag, addFieldFlags } from '../items/fields';
import type { UpdateFlags } from '../items/update';

export function updateCommand(program: Command, cli: Cli): void {
  addClearFlag(addFieldFlags(program.command('update').description('change items')))
    .argument('<id...>', `ids of the items; several get the same change, all of up to ${BATCH_MAX} or none`)
    .option('--if-match <version>', 'only when it is still in this version, as get shows it')
    .addHelpText('after', HELP)
    .action(async (ids: string[], flags: UpdateFlags) =>
      (await import('../items/update')).update(cli, ids, flags),
    );
}

const HELP = `
What no flag names stays as it is. --description '' leaves an empty description,
--clear-description none. Without flags it reads a JSON object from standard input.

Examples:
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --status planned
  feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f --if-match 3 --title "Dark mode"
  echo '{"description":null}' | feedback update 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f`;
