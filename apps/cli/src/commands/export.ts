import { EXPORT_FORMATS } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { ExportFlags } from '../export/export-file';
import { addFilterFlags } from '../items/filters';

export function exportCommand(program: Command, cli: Cli): void {
  addFilterFlags(program.command('export').description('export a snapshot of items'))
    .addOption(
      new Option('--format <format>', 'file format (default: from the file extension, or json)').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('--bom', 'start CSV with a byte order mark, for Excel')
    .option('-o, --output <file>', 'output file, replaced if it exists; - for standard output')
    .addHelpText('after', HELP)
    .action(async (flags: ExportFlags) => (await import('../export/export-file')).exportFile(cli, flags));
}

const HELP = `
Writes the output file only after the download completes. If the export fails,
an existing file stays unchanged.

Examples:
  feedback export --output feedback.csv --bom
  feedback export --format ndjson --status shipped | gzip > shipped.ndjson.gz`;
