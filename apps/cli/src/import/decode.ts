import { InvalidArgumentError } from 'commander';
import { CliError, EXIT } from '../exit-codes';

/**
 * Returns the name that `TextDecoder` has for the encoding.
 * @throws InvalidArgumentError if it doesn't support the encoding
 */
export function parseEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new InvalidArgumentError(
      'Use a name such as windows-1252, windows-1250, windows-1251, macintosh, gbk, shift_jis, or utf-16.',
    );
  }
}

/**
 * Decodes input as it arrives.
 * @param name of the input, for the error
 * @throws CliError if the input is not in the encoding
 */
export async function* decode(
  source: AsyncIterable<Uint8Array | string>,
  encoding: string,
  name: string,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decodeChunk = (chunk?: Uint8Array) => {
    try {
      // As a stream, also for one chunk: otherwise, Node.js 20 reads Windows-1252 as ISO 8859-1.
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new CliError(
        `${name} is not in the encoding ${encoding}`,
        EXIT.invalid,
        'Use another --encoding.',
      );
    }
  };
  for await (const chunk of source) yield typeof chunk === 'string' ? chunk : decodeChunk(chunk);
  yield decodeChunk();
}
