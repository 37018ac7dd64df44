import type { Readable, Writable } from 'node:stream';

/** One end of a pipe or terminal; `columns` only where it is a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** `setRawMode` only where it is a terminal: keys come one by one, and are not shown. */
type Input = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** Everything outside of the program, so that a test can hand it another world. */
export interface Context {
  readonly stdin: Input;
  /** Results only: what a pipe is meant to get. */
  readonly stdout: Output;
  /** Everything said to a person: questions, progress, warnings, errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** What sends requests; the platform's own when not given. */
  readonly fetch?: typeof globalThis.fetch;
  /** Shows an address in a browser; false where there is none. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
}
