import type { Command } from 'commander';
import type { Cli } from '../cli';
import { addClearFlag, addFieldFlags } from '../items/fields';
import type { UpsertFlags } from '../items/upsert';

export function upsertCommand(program: Command, cli: Cli): void {
  addClearFlag(
    addFieldFlags(program.command('upsert').description('create or update an item by external ID')),
  )
    .argument('<external-id>', 'ID of the item in another system')
    .option(
      '--submitter-email <email>',
      'email address of the submitter; stored only when the item is created',
    )
    .option('--if-match <version>', 'update only if the item exists and is still at this version')
    .addHelpText('after', HELP)
    .action(async (externalId: string, flags: UpsertFlags) =>
      (await import('../items/upsert')).upsert(cli, externalId, flags),
    );
}

const HELP = `
--title is required. Other fields without a flag stay unchanged. Running the
command again changes nothing. Without field flags, reads a JSON object from
standard input. Put -- before an ID that starts with a dash.

Examples:
  feedback upsert ticket:4711 --title "Dark mode" --status planned
  echo '{"title":"Dark mode","description":null}' | feedback upsert ticket:4711
  feedback upsert --title "Dark mode" -- -17`;
