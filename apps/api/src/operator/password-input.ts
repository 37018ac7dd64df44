import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';

/** Far more than any password that is accepted. */
const LINE_MAX = 4096;

/** Standard input: of a terminal, a pipe or a file. */
export type Input = Readable & { readonly isTTY?: boolean };

/** Where a password may come from; `err` is where a person is asked. */
export interface PasswordSource {
  readonly input: Input;
  err(text: string): void;
}

export interface PasswordOptions {
  readonly password?: string;
  readonly file?: string;
}

/** No password could be read; the message says why. */
export class PasswordInputError extends Error {}

const VISIBLE =
  'Warning: a password after --password can be seen in the process list and stays in the shell history. ' +
  'Leave the option out to be asked for it, or use --password-file PATH.\n';

/**
 * From the option, with a warning; the first line of the file or of piped standard input; on a terminal typed twice,
 * without echo.
 * @throws PasswordInputError
 */
export async function readPassword(given: PasswordOptions, source: PasswordSource): Promise<string> {
  if (given.password !== undefined && given.file !== undefined) {
    throw new PasswordInputError('Use either --password or --password-file');
  }
  if (given.password !== undefined) {
    source.err(VISIBLE);
    return given.password;
  }
  if (given.file !== undefined) return fileLine(given.file);
  return source.input.isTTY ? typedTwice(source) : pipedLine(source.input);
}

async function fileLine(path: string): Promise<string> {
  try {
    return await firstLine(createReadStream(path));
  } catch (error) {
    if (error instanceof PasswordInputError) throw error;
    throw new PasswordInputError(`The file of --password-file cannot be read: ${(error as Error).message}`);
  }
}

async function pipedLine(input: Input): Promise<string> {
  const line = await firstLine(input);
  if (line !== '') return line;
  throw new PasswordInputError(
    'No password: run the command on a terminal, pipe the password to it, or use --password-file PATH',
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

/** From a terminal; readline edits the line, and what it would show goes nowhere. */
async function typedTwice({ input, err }: PasswordSource): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  lines.once('SIGINT', () => lines.close());
  const answers = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    err(question);
    const { value, done } = await answers.next();
    err('\n');
    if (done) throw new PasswordInputError('No password was entered');
    return value;
  };
  try {
    const password = await ask('Password: ');
    if ((await ask('Password again: ')) === password) return password;
    throw new PasswordInputError('The two passwords are not equal');
  } finally {
    lines.close();
  }
}
