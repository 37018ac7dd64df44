import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';

/** In bytes; far more than the longest accepted password. */
const LINE_MAX = 4096;

/** Standard input: a terminal, a pipe, or a file. */
export type Input = Readable & { readonly isTTY?: boolean };

/** The streams to read a password from; `err` shows the prompts. */
export interface PasswordSource {
  readonly input: Input;
  err(text: string): void;
}

export interface PasswordOptions {
  readonly password?: string;
  readonly file?: string;
}

/** A password could not be read; the message states the reason. */
class PasswordInputError extends Error {}

const VISIBLE_WARNING =
  'Warning: --password makes the password visible in the process list and the shell history. ' +
  'Omit the option to be prompted, or use --password-file PATH.\n';

/**
 * Returns the value of --password, with a warning; the first line of the file or of piped standard input; or what is
 * typed twice on a terminal, without echo.
 * @throws PasswordInputError
 */
export async function readPassword(options: PasswordOptions, source: PasswordSource): Promise<string> {
  if (options.password !== undefined && options.file !== undefined) {
    throw new PasswordInputError('Use --password or --password-file, not both');
  }
  if (options.password !== undefined) {
    source.err(VISIBLE_WARNING);
    return options.password;
  }
  if (options.file !== undefined) return fileLine(options.file);
  return source.input.isTTY ? promptTwice(source) : pipedLine(source.input);
}

async function fileLine(path: string): Promise<string> {
  try {
    return await firstLine(createReadStream(path));
  } catch (error) {
    if (error instanceof PasswordInputError) throw error;
    throw new PasswordInputError(`Cannot read the password file: ${(error as Error).message}`);
  }
}

async function pipedLine(input: Input): Promise<string> {
  const line = await firstLine(input);
  if (line !== '') return line;
  throw new PasswordInputError(
    'No password: run the command in a terminal, pipe the password to it, or use --password-file PATH',
  );
}

async function firstLine(input: Readable): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of input) {
    bytes = Buffer.concat([bytes, Buffer.from(chunk as Buffer | string)]);
    if (bytes.includes('\n') || bytes.length > LINE_MAX) break;
  }
  const [line = ''] = bytes.toString('utf8').split(/\r?\n/, 1);
  if (Buffer.byteLength(line) > LINE_MAX) throw new PasswordInputError('The password is too long');
  return line;
}

/** Reads the password from a terminal. readline edits the line; its output is discarded. */
async function promptTwice({ input, err }: PasswordSource): Promise<string> {
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discarded, terminal: true, historySize: 0 });
  lines.once('SIGINT', () => lines.close());
  const inputLines = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    err(question);
    const { value, done } = await inputLines.next();
    err('\n');
    if (done) throw new PasswordInputError('No password was entered');
    return value;
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('Confirm password: ')) === password) return password;
    throw new PasswordInputError('The passwords do not match');
  } finally {
    lines.close();
  }
}
