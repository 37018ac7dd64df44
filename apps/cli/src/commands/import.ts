import { Argument, Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { ImportFlags } from '../import/import-file';

export function importCommand(program: Command, cli: Cli): void {
  program
    .command('import')
    .description('bring items from a file of NDJSON or CSV')
    .addArgument(new Argument('[file]', 'file to read; - is standard input'))
    .addOption(
      new Option('--format <format>', 'by the ending of the file, or how standard input begins').choices([
        'ndjson',
        'csv',
      ]),
    )
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--skip-invalid', 'leave out the rows that break a rule; else one of them refuses the file')
    .option('--idempotency-key <key>', 'with the same key the same file is imported once')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: ImportFlags) =>
      (await import('../import/import-file')).importFile(cli, file, flags),
    );
}

const HELP = `
All rows become items, or none. A row with an external_id, or one that was exported,
makes no second item when it is imported again. Where rows were refused, the exit code
is 5; where they were left out with --skip-invalid, too, so that a script knows.

Examples:
  feedback import rows.csv --dry-run
  feedback import rows.ndjson --skip-invalid
  jq -c '.posts[] | {title, external_id: .id}' dump.json | feedback import`;
