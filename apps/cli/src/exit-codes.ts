/** What the process ends with; documented in `feedback --help`, docs/guides/command-line.md, and apps/cli/README.md. */
export const EXIT = {
  ok: 0,
  /** The service refused, or anything else went wrong. */
  failure: 1,
  /** The command line itself is wrong: unknown command, missing argument, contradicting flags. */
  usage: 2,
  /** No key, or one that is not accepted (401, 403). */
  authentication: 3,
  /** 404. */
  notFound: 4,
  /** 400, 409, 412, 422: the input has to change. */
  invalid: 5,
  /** 429 for longer than the program is willing to wait. */
  rateLimit: 6,
  /** No answer, 5xx. */
  unavailable: 7,
  /** Ctrl-C, as shells count it: 128 + 2. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the program with this, and nothing more: it has been said. */
export class ExitWithCode extends Error {
  override readonly name = 'Outcome';

  constructor(readonly exitCode: ExitCode) {
    super(`The program ends with ${exitCode}`);
  }
}

/** Ends the program with this message on standard error, and no stack. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    /** What to do about it, on a line of its own. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
