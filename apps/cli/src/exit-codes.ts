/** Exit codes of the process, documented in `feedback --help`, docs/guides/command-line.md, and apps/cli/README.md. */
export const EXIT = {
  ok: 0,
  /** Any other error. */
  failure: 1,
  /** Invalid command line: unknown command, missing argument, or conflicting flags. */
  usage: 2,
  /** API key missing, invalid, or without permission (401, 403). */
  authentication: 3,
  /** 404. */
  notFound: 4,
  /** Invalid input (400, 409, 410, 412, 413, 415, 422). */
  invalid: 5,
  /** 429 that lasts longer than `--max-wait`. */
  rateLimit: 6,
  /** No response, or 5xx. */
  unavailable: 7,
  /** Ctrl-C: 128 + SIGINT (2), as shells report it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exits with this code and prints nothing more. */
export class ExitWithCode extends Error {
  override readonly name = 'ExitWithCode';

  constructor(readonly exitCode: ExitCode) {
    super(`The program ends with ${exitCode}`);
  }
}

/** Exits with this message on standard error, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    /** How to fix the error; printed on its own line. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
