import type { Readable, Writable } from 'node:stream';

/** A pipe or terminal; `columns` is set only for a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** `setRawMode` is set only for a terminal. In raw mode, keys arrive one by one and are not echoed. */
type Input = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** Everything outside the program, so that tests can replace it. */
export interface Context {
  readonly stdin: Input;
  /** Results only. */
  readonly stdout: Output;
  /** Prompts, progress, warnings, and errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Sends requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Opens a URL in a browser. Returns false if there is no browser. */
  readonly openBrowser?: (url: string) => Promise<boolean>;
}
