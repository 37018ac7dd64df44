import type { Cli } from '../cli';

/** What a person may want to know beside the results; whoever asked for JSON or for quiet does not. */
export function printNote({ context, options }: Cli, text: string): void {
  if (!options.quiet && !options.json) context.stderr.write(`${text}\n`);
}
