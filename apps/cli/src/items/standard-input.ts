import { addAbortSignal } from 'node:stream';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';

/**
 * Standard input to its end. On a terminal it says what it waits for.
 * @param expected `the description`
 * @throws CliError for what is not UTF-8
 */
export async function readStdin({ stdin, stderr, signal }: Context, expected: string): Promise<string> {
  if (stdin.isTTY) stderr.write(`Reading ${expected} from standard input; press Ctrl-D to finish\n`);
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
export async function readPipedText(context: Context): Promise<string> {
  const text = context.stdin.isTTY ? '' : await readStdin(context, 'JSON');
  return text.trim() === '' ? '' : text;
}

export interface JsonValues {
  /** One document, and not a list or a line for each. */
  readonly isOne: boolean;
  readonly values: readonly unknown[];
}

/**
 * A JSON document, the members of a JSON array, or a value of JSON a line.
 * @throws CliError
 */
export function parseJsonValues(text: string): JsonValues {
  if (text.trim() === '') throw new CliError('Standard input is empty: JSON expected', EXIT.invalid);
  const document = parseJson(text);
  if (document)
    return Array.isArray(document.value) ? toList(document.value) : { isOne: true, values: [document.value] };
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.filter(Boolean).length < 2) throw new CliError('Standard input is not valid JSON', EXIT.invalid);
  return toList(
    lines.flatMap((line, at) => {
      if (line === '') return [];
      const parsed = parseJson(line);
      if (parsed) return [parsed.value];
      throw new CliError(`Line ${at + 1} of standard input is not valid JSON`, EXIT.invalid);
    }),
  );
}

const toList = (values: readonly unknown[]): JsonValues => ({ isOne: false, values });

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
