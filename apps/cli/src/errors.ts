import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import type { CommandLine } from './cli';
import { CliError, EXIT, type ExitCode } from './exit-codes';
import { jsonLine } from './output/json';
import { safeLine, safeText } from './output/safe-text';
import { createStyle } from './output/style';
import { KEY_VARIABLE, SET_ANOTHER_KEY_HINT } from './settings/settings';

/** The fields of `error` in `--json` output on standard error. API errors keep their field names. */
interface ErrorOutput {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
  readonly details?: FeedbackApiError['details'];
  readonly hint?: string;
  readonly doc_url?: string;
  readonly request_id?: string;
  readonly exit_code: ExitCode;
}

/** Prints the error on standard error, as text or JSON, and returns the exit code. */
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

/** Matches API keys, so that error messages never repeat one. */
const KEY = /(fb_live_)[0-9A-Za-z]{8,}/g;

/** Adds a warning to a usage error if the command line contains an API key. */
export function withKeyWarning(error: unknown, argv: readonly string[]): unknown {
  const hasKeyInUsageError =
    error instanceof CliError && error.exitCode === EXIT.usage && argv.join(' ').search(KEY) >= 0;
  return hasKeyInUsageError
    ? new CliError(error.message, EXIT.usage, [KEY_IN_HISTORY, error.hint].filter(Boolean).join('\n'))
    : error;
}

const KEY_IN_HISTORY =
  'The API key is now in your shell history. Revoke it, create another one, and enter it with `feedback login`.';

function errorLines({ message, param, details = [], hint, request_id: requestId }: ErrorOutput): string[] {
  const firstLine = param && !message.includes(param) ? `${message} (${param})` : message;
  const detailLines = details.length > 1 ? details.map((one) => `  ${one.param}: ${one.message}`) : [];
  return [
    safeText(firstLine),
    ...detailLines.map(safeLine),
    ...(hint ? [hint] : []),
    ...(requestId ? [safeLine(`Request ID: ${requestId}`)] : []),
  ];
}

/** Replaces parameter names with the flags that set them, because the user typed the flags. */
function nameFlags(output: ErrorOutput, flags: readonly string[]): ErrorOutput {
  const { details } = output;
  return {
    ...output,
    ...nameFlag(output, flags),
    ...(details && { details: details.map((one) => ({ ...one, ...nameFlag(one, flags) })) }),
  };
}

const FLAGS_BY_PARAM: Readonly<Record<string, readonly string[]>> = {
  q: ['--q', '--search'],
  headers: ['--header'],
  overlap_seconds: ['--overlap'],
  // An argument. The flag --url is the URL of the service.
  url: [],
};

type NamedParam = Pick<ErrorOutput, 'param' | 'message'>;

function nameFlag({ param, message }: NamedParam, flags: readonly string[]): NamedParam {
  if (param === undefined || !/^[a-z_]+$/.test(param)) return { message };
  const names = FLAGS_BY_PARAM[param] ?? [`--${param.replaceAll('_', '-')}`];
  const flag = names.find((name) => flags.includes(name));
  if (flag === undefined) return { param, message };
  // Not the words of "Invalid email address: email".
  const name = new RegExp(`(?<![\\w-])${param}(?!\\w| address)`, 'g');
  return { param: flag, message: message.replace(name, flag) };
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
      ...(cli.lastUrl && { hint: `Service URL: ${cli.lastUrl}` }),
      exit_code: EXIT.unavailable,
    };
  // System errors have a code. Anything else is a bug in this program, so the stack trace is printed.
  if ('code' in codeField) return { type: 'system_error', ...codeField, message, exit_code: EXIT.failure };
  return { type: 'unexpected_error', message: stack ?? message, exit_code: EXIT.failure };
}

function apiErrorOutput(error: FeedbackApiError, cli: CommandLine): ErrorOutput {
  const { type, code, param, details, docUrl, requestId } = error;
  const hint = errorHint(error, cli);
  return {
    type,
    code,
    message: apiErrorMessage(error),
    ...(param !== null && { param }),
    ...(details.length > 0 && { details }),
    ...(hint !== undefined && { hint }),
    ...(docUrl !== null && { doc_url: docUrl }),
    ...(requestId !== null && { request_id: requestId }),
    exit_code: exitCodeFor(error),
  };
}

export const UNEXPECTED_RESPONSE = 'unexpected_answer';

/** The message of the service, or the CLI's own message for a response that is not from the API. */
export const apiErrorMessage = ({ code, status, message }: FeedbackApiError): string =>
  code === UNEXPECTED_RESPONSE ? `Unexpected response (status ${status})` : message;

const INVALID_INPUT_STATUSES = [400, 409, 410, 412, 413, 415, 422];

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
    ? 'Remove the page path from the URL.'
    : 'The service may be older than this program.';

function errorHint(
  { status, code, retryAfter }: FeedbackApiError,
  { lastUrl, keySource, options: { maxWaitSeconds } }: CommandLine,
): string | undefined {
  if (code === UNEXPECTED_RESPONSE) return `Check the service URL: ${lastUrl}`;
  if (code === 'route_not_found') return `Service URL: ${lastUrl}. ${noRouteHint(lastUrl)}`;
  if (code === 'insufficient_permissions')
    return 'Use a key with the required permission: `full` for all commands, `read` for reading.';
  if (code === 'cursor_expired') return 'Pass --after latest, or omit --after.';
  if (status === 401)
    return keySource === KEY_VARIABLE ? SET_ANOTHER_KEY_HINT : 'Run `feedback login` with another key.';
  if (status === 429 && retryAfter !== null && retryAfter >= maxWaitSeconds)
    return `To wait that long, pass --max-wait ${retryAfter + 1}.`;
  return undefined;
}
