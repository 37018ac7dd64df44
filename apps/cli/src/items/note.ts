import type { Cli } from '../cli';

/** Prints a note for people on standard error; nothing with `--json` or `--quiet`. */
export function printNote({ context, options }: Cli, text: string): void {
  if (!options.quiet && !options.json) context.stderr.write(`${text}\n`);
}
