import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import type { CommandLine } from './cli';
import { CliError, EXIT, type ExitCode } from './exit-codes';
import { jsonLine } from './output/json';
import { safeLine, safeText } from './output/safe-text';
import { styleOf } from './output/style';
import { KEY_VARIABLE, SET_ANOTHER_KEY } from './settings/settings';

/** The members of `error`, as `--json` has them on standard error; those of the API keep their names. */
interface Fault {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
  readonly details?: FeedbackApiError['details'];
  readonly hint?: string;
  readonly request_id?: string;
  readonly exit_code: ExitCode;
}

/** Says on standard error what went wrong, as lines or as an object; answers what the process ends with. */
export function report(error: unknown, cli: CommandLine, json: boolean): ExitCode {
  const { context, options } = cli;
  const fault = faultOf(error, cli);
  const { red } = styleOf(context, { ...options, output: context.stderr });
  const text = json
    ? jsonLine({ error: fault })
    : `${red('Error:')} ${linesOf(inFlags(fault, cli.flags)).join('\n')}\n`;
  context.stderr.write(text.replace(KEY, '$1…'));
  return fault.exit_code;
}

/** A key that somebody put where it does not belong is not repeated. */
const KEY = /(fb_live_)[0-9A-Za-z]{8,}/g;

/** A command line that is wrong, and has a key in it, which nobody should have put there. */
export function withKeyTold(error: unknown, argv: readonly string[]): unknown {
  const isToTell =
    error instanceof CliError && error.exitCode === EXIT.usage && argv.join(' ').search(KEY) >= 0;
  return isToTell
    ? new CliError(error.message, EXIT.usage, [KEY_IN_HISTORY, error.hint].filter(Boolean).join('\n'))
    : error;
}

const KEY_IN_HISTORY =
  'That key is in the history of your shell now: revoke it, and make another one. `feedback login` asks for it.';

function linesOf({ message, param, details = [], hint, request_id: requestId }: Fault): string[] {
  const first = param && !message.includes(param) ? `${message} (${param})` : message;
  const further = details.length > 1 ? details.map((one) => `  ${one.param}: ${one.message}`) : [];
  return [
    safeText(first),
    ...further.map(safeLine),
    ...(hint ? [hint] : []),
    ...(requestId ? [safeLine(`Request id: ${requestId}`)] : []),
  ];
}

/** What a flag set is told of by the flag's name: nobody who typed it has heard of the parameter. */
function inFlags(fault: Fault, flags: readonly string[]): Fault {
  const { details } = fault;
  return {
    ...fault,
    ...named(fault, flags),
    ...(details && { details: details.map((one) => ({ ...one, ...named(one, flags) })) }),
  };
}

const FLAGS: Readonly<Record<string, readonly string[]>> = { q: ['--q', '--search'] };

type Named = Pick<Fault, 'param' | 'message'>;

function named({ param, message }: Named, flags: readonly string[]): Named {
  if (param === undefined || !/^[a-z_]+$/.test(param)) return { message };
  const names = FLAGS[param] ?? [`--${param.replaceAll('_', '-')}`];
  const flag = names.find((name) => flags.includes(name));
  if (flag === undefined) return { param, message };
  return { param: flag, message: message.replace(new RegExp(`(?<![\\w-])${param}(?!\\w)`, 'g'), flag) };
}

function faultOf(error: unknown, cli: CommandLine): Fault {
  if (error instanceof FeedbackApiError) return faultOfAnswer(error, cli);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof CliError)
    return { type: 'command_line_error', message, hint: error.hint, exit_code: error.exitCode };
  const code = (error as { code?: unknown }).code;
  const named = typeof code === 'string' ? { code } : {};
  if (error instanceof FeedbackNetworkError)
    return {
      type: 'network_error',
      ...named,
      message,
      ...(cli.asked && { hint: `Asked: ${cli.asked}` }),
      exit_code: EXIT.unavailable,
    };
  // What the system refuses has a code; anything else is a fault of this program, and its stack says where.
  if ('code' in named) return { type: 'system_error', ...named, message, exit_code: EXIT.failure };
  return { type: 'unexpected_error', message: stack ?? message, exit_code: EXIT.failure };
}

function faultOfAnswer(error: FeedbackApiError, cli: CommandLine): Fault {
  const { type, code, param, details, requestId } = error;
  const hint = hintOf(error, cli);
  return {
    type,
    code,
    message: messageOf(error),
    ...(param !== null && { param }),
    ...(details.length > 0 && { details }),
    ...(hint !== undefined && { hint }),
    ...(requestId !== null && { request_id: requestId }),
    exit_code: exitCodeOf(error),
  };
}

const UNEXPECTED = 'unexpected_answer';

/** What the service said; that it was another one is said in words of this program. */
export const messageOf = ({ code, status, message }: FeedbackApiError): string =>
  code === UNEXPECTED ? `The answer (status ${status}) is not one of the service` : message;

const INPUT_HAS_TO_CHANGE = [400, 409, 412, 413, 415, 422];

export function exitCodeOf({ status, code }: FeedbackApiError): ExitCode {
  if (status >= 500) return EXIT.unavailable;
  if (code === UNEXPECTED || code === 'route_not_found') return EXIT.failure;
  if (status === 401 || status === 403) return EXIT.authentication;
  if (status === 404) return EXIT.notFound;
  if (status === 429) return EXIT.rateLimit;
  return INPUT_HAS_TO_CHANGE.includes(status) ? EXIT.invalid : EXIT.failure;
}

const reasonOfNoRoute = (asked: string | undefined): string =>
  asked !== undefined && new URL(asked).pathname !== '/'
    ? 'Is that the address without the path of a page?'
    : 'Its service may be older than this program.';

function hintOf(
  { status, code, retryAfter }: FeedbackApiError,
  { asked, keyFrom, options: { maxWaitSeconds } }: CommandLine,
): string | undefined {
  if (code === UNEXPECTED) return `Asked: ${asked}. Is the service there?`;
  if (code === 'route_not_found') return `Asked: ${asked}. ${reasonOfNoRoute(asked)}`;
  if (code === 'insufficient_permissions')
    return 'A key with the permission `full` may do everything; one with `read` may read.';
  if (status === 401)
    return keyFrom === KEY_VARIABLE ? SET_ANOTHER_KEY : 'Run `feedback login` with another key.';
  if (status === 429 && retryAfter !== null && retryAfter >= maxWaitSeconds)
    return `With --max-wait ${retryAfter + 1} it waits that long.`;
  return undefined;
}
