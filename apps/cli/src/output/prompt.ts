import { StringDecoder } from 'node:string_decoder';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';

const ENTER = /[\r\n]/;
const CTRL_C = '\x03';
const CTRL_D = '\x04';
const CTRL_U = '\x15';
/** Codes that terminals send for the Backspace key. */
const ERASE_KEYS = ['\x7f', '\b'];
/** Sequences that terminals send around a paste and for keys such as arrows. */
const ESCAPE_SEQUENCE = /\x1b\[[\d;]*[A-Za-z~]/g;

/** Prompts on standard error and reads a line from the terminal. */
export async function ask({ stdin, stderr, signal }: Context, question: string): Promise<string> {
  stderr.write(question);
  let line = '';
  for await (const text of typedText(stdin, signal)) {
    line += text;
    if (ENTER.test(line)) return line.split(ENTER)[0]!.trim();
  }
  throw nothingTypedError();
}

/** Like `ask`, without echoing the input. */
export async function askSecret(context: Context, question: string): Promise<string> {
  const { stdin, stderr, signal } = context;
  // Before the prompt: otherwise the terminal would echo input that arrives immediately.
  stdin.setRawMode?.(true);
  stderr.write(question);
  let line = '';
  try {
    for await (const text of typedText(stdin, signal))
      for (const key of text.replace(ESCAPE_SEQUENCE, '')) {
        if (ENTER.test(key)) return line.trim();
        if (key === CTRL_C) throw new CliError('Interrupted', EXIT.interrupted);
        if (key === CTRL_D) throw nothingTypedError();
        if (key === CTRL_U) line = '';
        else if (ERASE_KEYS.includes(key)) line = line.slice(0, -1);
        else if (key >= ' ') line += key;
      }
    throw nothingTypedError();
  } finally {
    stdin.setRawMode?.(false);
    stderr.write('\n');
  }
}

const nothingTypedError = (): CliError => new CliError('No input', EXIT.usage);

/** Yields input until the caller stops. The stream stays usable. */
async function* typedText(stdin: Context['stdin'], signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const chunks: (Buffer | string)[] = [];
  let resume = () => {};
  let isEnded = false;
  const onData = (chunk: Buffer | string) => {
    chunks.push(chunk);
    resume();
  };
  const onEnd = () => {
    isEnded = true;
    resume();
  };
  const onAbort = () => resume();
  // Adding a listener does not resume a paused stream.
  stdin.on('data', onData).on('end', onEnd).resume();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const chunk = chunks.shift();
      if (chunk !== undefined) yield typeof chunk === 'string' ? chunk : decoder.write(chunk);
      else if (isEnded) return;
      else await new Promise<void>((resolve) => (resume = resolve));
    }
  } finally {
    stdin.off('data', onData).off('end', onEnd).pause();
    signal.removeEventListener('abort', onAbort);
  }
}
