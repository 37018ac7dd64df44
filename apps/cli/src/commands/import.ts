import { Argument, Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { parseEncoding } from '../import/decode';
import type { ImportFlags } from '../import/import-file';

export function importCommand(program: Command, cli: Cli): void {
  program
    .command('import')
    .description('import items from an NDJSON or CSV file')
    .addArgument(new Argument('[file]', 'file to import; - for standard input'))
    .addOption(
      new Option('--format <format>', 'file format (default: from the file extension or content)').choices([
        'ndjson',
        'csv',
      ]),
    )
    .addOption(
      new Option('--encoding <encoding>', 'encoding of the file (default: utf-8)').argParser(parseEncoding),
    )
    .option('--requests', 'import who asks for items that exist, instead of items')
    .option('--dry-run', 'show what would happen without importing anything')
    .option('--skip-invalid', 'skip invalid rows instead of rejecting the file')
    .option('--idempotency-key <key>', 'import the same file only once for this key')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: ImportFlags) =>
      (await import('../import/import-file')).importFile(cli, file, flags),
    );
}

const HELP = `
Imports all rows or none. Importing a row again does not create a duplicate if
the row has an external_id or comes from an export. Exits with 5 if any row is
rejected, or skipped with --skip-invalid.

Examples:
  feedback import rows.csv --dry-run
  feedback import rows.ndjson --skip-invalid
  feedback import voters.csv --requests
  feedback import rows.csv --encoding windows-1250
  jq -c '.posts[] | {title, external_id: .id}' dump.json | feedback import`;
