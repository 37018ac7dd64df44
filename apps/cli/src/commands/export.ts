import { EXPORT_FORMATS } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import type { ExportFlags } from '../export/export-file';
import { addFilterFlags } from '../items/filters';

export function exportCommand(program: Command, cli: Cli): void {
  addFilterFlags(program.command('export').description('download items as they are at one moment'))
    .addOption(
      new Option('--format <format>', 'by the ending of the file; json where there is none').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('--bom', 'begin CSV with a byte order mark, for Excel')
    .option('-o, --output <file>', 'file to write, in place of one that is there; - is standard output')
    .addHelpText('after', HELP)
    .action(async (flags: ExportFlags) => (await import('../export/export-file')).exportFile(cli, flags));
}

const HELP = `
A file appears when it is whole: whatever ends it before leaves the old one alone.

Examples:
  feedback export --output feedback.csv --bom
  feedback export --format ndjson --status shipped | gzip > shipped.ndjson.gz`;
