import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import type { CommandLine } from './cli';
import { CliError, EXIT, type ExitCode } from './exit-codes';

interface Fault {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint?: string;
  /** Members of the error object of `--json`, beside the others. */
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  readonly details?: FeedbackApiError['details'];
  readonly requestId?: string;
}

/** Says on standard error what went wrong, as lines or as an object, and what the process ends with. */
export function report(error: unknown, cli: CommandLine, json: boolean): ExitCode {
  const fault = faultOf(error);
  const text = json ? JSON.stringify({ error: jsonOf(fault) }) : linesOf(fault).join('\n');
  cli.context.stderr.write(`${text}\n`);
  return fault.exitCode;
}

function jsonOf({ exitCode, requestId, ...fault }: Fault): object {
  return { ...fault, request_id: requestId, exit_code: exitCode };
}

function linesOf({ message, details = [], hint, requestId, param }: Fault): string[] {
  const further = details.length > 1 ? details.map((one) => `  ${one.param}: ${one.message}`) : [];
  const first = param && !message.includes(param) ? `${message} (${param})` : message;
  return [
    `Error: ${first}`,
    ...further,
    ...(hint ? [hint] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ];
}

function faultOf(error: unknown): Fault {
  if (error instanceof CliError)
    return { type: 'command_line_error', message: error.message, hint: error.hint, exitCode: error.exitCode };
  if (error instanceof FeedbackApiError) return faultOfAnswer(error);
  if (error instanceof FeedbackNetworkError)
    return {
      type: 'network_error',
      message: error.message,
      exitCode: EXIT.unavailable,
      ...(error.code !== null && { code: error.code }),
    };
  const { stack, message, code } = error as Error & { code?: unknown };
  // What the system refused is no fault of the program.
  const said = typeof code === 'string' ? message : stack;
  return { type: 'unexpected_error', message: said ?? String(error), exitCode: EXIT.failure };
}

function faultOfAnswer(error: FeedbackApiError): Fault {
  const { type, code, message, param, details, requestId } = error;
  return {
    type,
    code,
    message,
    exitCode: exitCodeOf(error),
    ...(param !== null && { param }),
    ...(details.length > 0 && { details }),
    ...(hintOf(error) && { hint: hintOf(error) }),
    ...(requestId !== null && { requestId }),
  };
}

function exitCodeOf({ status, code }: FeedbackApiError): ExitCode {
  if (status >= 500) return EXIT.unavailable;
  if (code === 'unexpected_answer' || code === 'route_not_found') return EXIT.failure;
  if (status === 401 || status === 403) return EXIT.authentication;
  if (status === 404) return EXIT.notFound;
  if (status === 429) return EXIT.rateLimit;
  return [400, 409, 412, 413, 415, 422].includes(status) ? EXIT.invalid : EXIT.failure;
}

function hintOf({ code, status, retryAfter }: FeedbackApiError): string | undefined {
  if (code === 'unexpected_answer') return 'Is this the address of the service? See `feedback whoami`.';
  if (code === 'insufficient_permissions') return 'A key with the permission `full` may do this.';
  if (status === 401) return 'Run `feedback login` with another key.';
  if (status === 429 && retryAfter !== null) return `With --max-wait ${retryAfter + 1} it is waited for.`;
  return undefined;
}
