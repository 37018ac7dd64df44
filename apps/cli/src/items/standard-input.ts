import { addAbortSignal } from 'node:stream';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';

/**
 * Reads standard input to its end. On a terminal, prints what it waits for.
 * @param expected what is read, for example `the description`
 * @throws CliError if the input is not UTF-8
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
 * Reads piped input. Returns an empty string on a terminal and for an empty pipe, because `cron` and `ssh -n` give
 * every command an empty pipe.
 * @throws CliError if the input is not UTF-8
 */
export async function readPipedText(context: Context): Promise<string> {
  const text = context.stdin.isTTY ? '' : await readStdin(context, 'JSON');
  return text.trim() === '' ? '' : text;
}

export interface JsonValues {
  /** True for a single JSON document that isn't an array. */
  readonly isOne: boolean;
  readonly values: readonly unknown[];
}

/**
 * Parses one JSON document, the elements of a JSON array, or one JSON value per line.
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
