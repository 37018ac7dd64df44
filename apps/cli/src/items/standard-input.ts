import { addAbortSignal } from 'node:stream';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';

/**
 * Standard input to its end. On a terminal it says what it waits for.
 * @param what `the description`
 * @throws CliError for what is not UTF-8
 */
export async function textFrom({ stdin, stderr, signal }: Context, what: string): Promise<string> {
  if (stdin.isTTY) stderr.write(`Reading ${what} from standard input; end it with Ctrl-D\n`);
  signal.throwIfAborted();
  addAbortSignal(signal, stdin);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new CliError('Standard input is not valid UTF-8', EXIT.invalid);
  }
}

/**
 * What comes through a pipe; empty where there is none, or nothing in it: `cron` and `ssh -n` give one to every command.
 * @throws CliError for what is not UTF-8
 */
export async function pipedText(context: Context): Promise<string> {
  const text = context.stdin.isTTY ? '' : await textFrom(context, 'JSON');
  return text.trim() === '' ? '' : text;
}

export interface Values {
  /** One document, and not a list or a line for each. */
  readonly isOne: boolean;
  readonly values: readonly unknown[];
}

/**
 * A JSON document, the members of a JSON array, or a value of JSON a line.
 * @throws CliError
 */
export function valuesIn(text: string): Values {
  if (text.trim() === '') throw new CliError('Standard input is empty: it must be JSON', EXIT.invalid);
  const whole = parsed(text);
  if (whole) return Array.isArray(whole.value) ? list(whole.value) : { isOne: true, values: [whole.value] };
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.filter(Boolean).length < 2) throw new CliError('Standard input is not valid JSON', EXIT.invalid);
  return list(
    lines.flatMap((line, at) => {
      if (line === '') return [];
      const found = parsed(line);
      if (found) return [found.value];
      throw new CliError(`Line ${at + 1} of standard input is not valid JSON`, EXIT.invalid);
    }),
  );
}

const list = (values: readonly unknown[]): Values => ({ isOne: false, values });

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
