import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import type { CommandLine } from './cli';
import { CliError, EXIT, type ExitCode } from './exit-codes';
import { jsonLine } from './output/json';
import { safeLine, safeText } from './output/safe-text';
import { createStyle } from './output/style';
import { KEY_VARIABLE, SET_ANOTHER_KEY_HINT } from './settings/settings';

/** The members of `error`, as `--json` has them on standard error; those of the API keep their names. */
interface ErrorOutput {
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
  const output = toErrorOutput(error, cli);
  const { red } = createStyle(context, { ...options, output: context.stderr });
  const text = json
    ? jsonLine({ error: output })
    : `${red('Error:')} ${errorLines(nameFlags(output, cli.flags)).join('\n')}\n`;
  context.stderr.write(text.replace(KEY, '$1…'));
  return output.exit_code;
}

/** A key that somebody put where it does not belong is not repeated. */
const KEY = /(fb_live_)[0-9A-Za-z]{8,}/g;

/** A command line that is wrong, and has a key in it, which nobody should have put there. */
export function withKeyWarning(error: unknown, argv: readonly string[]): unknown {
  const hasKeyInUsageError =
    error instanceof CliError && error.exitCode === EXIT.usage && argv.join(' ').search(KEY) >= 0;
  return hasKeyInUsageError
    ? new CliError(error.message, EXIT.usage, [KEY_IN_HISTORY, error.hint].filter(Boolean).join('\n'))
    : error;
}

const KEY_IN_HISTORY =
  'That key is in the history of your shell now: revoke it, and make another one. `feedback login` asks for it.';

function errorLines({ message, param, details = [], hint, request_id: requestId }: ErrorOutput): string[] {
  const firstLine = param && !message.includes(param) ? `${message} (${param})` : message;
  const detailLines = details.length > 1 ? details.map((one) => `  ${one.param}: ${one.message}`) : [];
  return [
    safeText(firstLine),
    ...detailLines.map(safeLine),
    ...(hint ? [hint] : []),
    ...(requestId ? [safeLine(`Request id: ${requestId}`)] : []),
  ];
}

/** What a flag set is told of by the flag's name: nobody who typed it has heard of the parameter. */
function nameFlags(output: ErrorOutput, flags: readonly string[]): ErrorOutput {
  const { details } = output;
  return {
    ...output,
    ...nameFlag(output, flags),
    ...(details && { details: details.map((one) => ({ ...one, ...nameFlag(one, flags) })) }),
  };
}

const FLAGS_BY_PARAM: Readonly<Record<string, readonly string[]>> = { q: ['--q', '--search'] };

type NamedParam = Pick<ErrorOutput, 'param' | 'message'>;

function nameFlag({ param, message }: NamedParam, flags: readonly string[]): NamedParam {
  if (param === undefined || !/^[a-z_]+$/.test(param)) return { message };
  const names = FLAGS_BY_PARAM[param] ?? [`--${param.replaceAll('_', '-')}`];
  const flag = names.find((name) => flags.includes(name));
  if (flag === undefined) return { param, message };
  return { param: flag, message: message.replace(new RegExp(`(?<![\\w-])${param}(?!\\w)`, 'g'), flag) };
}

function toErrorOutput(error: unknown, cli: CommandLine): ErrorOutput {
  if (error instanceof FeedbackApiError) return apiErrorOutput(error, cli);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof CliError)
    return { type: 'command_line_error', message, hint: error.hint, exit_code: error.exitCode };
  const code = (error as { code?: unknown }).code;
  const codeField = typeof code === 'string' ? { code } : {};
  if (error instanceof FeedbackNetworkError)
    return {
      type: 'network_error',
      ...codeField,
      message,
      ...(cli.lastUrl && { hint: `Asked: ${cli.lastUrl}` }),
      exit_code: EXIT.unavailable,
    };
  // What the system refuses has a code; anything else is a fault of this program, and its stack says where.
  if ('code' in codeField) return { type: 'system_error', ...codeField, message, exit_code: EXIT.failure };
  return { type: 'unexpected_error', message: stack ?? message, exit_code: EXIT.failure };
}

function apiErrorOutput(error: FeedbackApiError, cli: CommandLine): ErrorOutput {
  const { type, code, param, details, requestId } = error;
  const hint = errorHint(error, cli);
  return {
    type,
    code,
    message: apiErrorMessage(error),
    ...(param !== null && { param }),
    ...(details.length > 0 && { details }),
    ...(hint !== undefined && { hint }),
    ...(requestId !== null && { request_id: requestId }),
    exit_code: exitCodeFor(error),
  };
}

const UNEXPECTED_RESPONSE = 'unexpected_answer';

/** What the service said; that it was another one is said in words of this program. */
export const apiErrorMessage = ({ code, status, message }: FeedbackApiError): string =>
  code === UNEXPECTED_RESPONSE ? `The answer (status ${status}) is not one of the service` : message;

const INVALID_INPUT_STATUSES = [400, 409, 412, 413, 415, 422];

export function exitCodeFor({ status, code }: FeedbackApiError): ExitCode {
  if (status >= 500) return EXIT.unavailable;
  if (code === UNEXPECTED_RESPONSE || code === 'route_not_found') return EXIT.failure;
  if (status === 401 || status === 403) return EXIT.authentication;
  if (status === 404) return EXIT.notFound;
  if (status === 429) return EXIT.rateLimit;
  return INVALID_INPUT_STATUSES.includes(status) ? EXIT.invalid : EXIT.failure;
}

const noRouteHint = (url: string | undefined): string =>
  url !== undefined && new URL(url).pathname !== '/'
    ? 'Is that the address without the path of a page?'
    : 'Its service may be older than this program.';

function errorHint(
  { status, code, retryAfter }: FeedbackApiError,
  { lastUrl, keySource, options: { maxWaitSeconds } }: CommandLine,
): string | undefined {
  if (code === UNEXPECTED_RESPONSE) return `Asked: ${lastUrl}. Is the service there?`;
  if (code === 'route_not_found') return `Asked: ${lastUrl}. ${noRouteHint(lastUrl)}`;
  if (code === 'insufficient_permissions')
    return 'A key with the permission `full` may do everything; one with `read` may read.';
  if (status === 401)
    return keySource === KEY_VARIABLE ? SET_ANOTHER_KEY_HINT : 'Run `feedback login` with another key.';
  if (status === 429 && retryAfter !== null && retryAfter >= maxWaitSeconds)
    return `With --max-wait ${retryAfter + 1} it waits that long.`;
  return undefined;
}
