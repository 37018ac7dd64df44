import { Readable, Writable } from 'node:stream';
import type { Context } from '../src/context';

interface ContextOverrides {
  /** Piped input. Defaults to an empty pipe. */
  readonly stdin?: string | Context['stdin'];
  /** Width in columns. Without it, standard output and standard error are pipes. */
  readonly terminal?: number;
  /** Standard output is a pipe, even if `terminal` is set. */
  readonly isPiped?: boolean;
  readonly env?: Context['env'];
  readonly fetch?: Context['fetch'];
  readonly openBrowser?: Context['openBrowser'];
  readonly now?: Context['now'];
  readonly signal?: AbortSignal;
}

/** A context that collects output as strings, with a key and a URL in the environment and no settings file. */
export function stringContext(overrides: ContextOverrides = {}) {
  const { stdin = '', terminal, isPiped, env, signal = new AbortController().signal, ...more } = overrides;
  const out = collectOutput(isPiped ? undefined : terminal);
  const err = collectOutput(terminal);
  const context: Context = {
    stdin: typeof stdin === 'string' ? Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]) : stdin,
    stdout: out.stream,
    stderr: err.stream,
    env: { ...DEFAULT_ENV, ...env },
    signal,
    now: () => new Date('2026-03-03T10:00:00Z'),
    ...more,
  };
  return { context, stdout: out.text, stderr: err.text };
}

const DEFAULT_ENV = {
  HOME: '/nonexistent',
  FEEDBACK_URL: 'https://feedback.example.com',
  FEEDBACK_API_KEY: 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI',
};

function collectOutput(columns: number | undefined) {
  let text = '';
  const stream = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8');
      done();
    },
  });
  return {
    stream: Object.assign(stream, columns !== undefined && { isTTY: true, columns }),
    text: () => text,
  };
}
