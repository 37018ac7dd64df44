import type { NewRequest, RequestChange } from '@libs/api-client';
import { BATCH_MAX } from '@libs/feedback';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { assertId } from '../items/ids';
import { printNote } from '../items/note';
import { isRejected, printPartialResult } from '../items/result';
import { parseJsonValues, readPipedText } from '../items/standard-input';
import { canConfirm, confirm } from '../output/confirm';
import { jsonText } from '../output/json';
import { createProgress, formatCount, formatNumber, formatPart, retryPrinter } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { assertIds } from './request-ids';
import { readRequests } from './request-lines';

export interface RequestFlags {
  readonly email?: string;
  readonly name?: string;
  readonly company?: string;
  readonly value?: number;
  readonly quote?: string;
  readonly link?: string;
  readonly count?: number;
}

export interface AddFlags extends RequestFlags {
  readonly file?: string;
}

/** The fields that the flags set; null without any, so that the caller can read standard input. */
function fieldsOf(flags: RequestFlags): RequestFlags | null {
  const { email, name, company, value, quote, link, count } = flags;
  const fields = Object.entries({ email, name, company, value, quote, link, count });
  const given = fields.filter(([, field]) => field !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

export async function add(cli: Cli, itemId: string, { file, ...flags }: AddFlags): Promise<void> {
  assertId(itemId);
  const request = fieldsOf(flags);
  if (!request) return addLines(cli, itemId, file ?? '-');
  if (file !== undefined)
    throw new CliError('--file cannot be used with the fields of a request', EXIT.usage, SEE_ADD_HELP);
  const { stdout } = cli.context;
  const { created, ...response } = await cli.client().requests.add(itemId, request);
  await write(stdout, cli.options.json ? jsonText(response, stdout) : `${safeLine(response.data.id)}\n`);
  printNote(cli, created ? 'Added 1 request' : 'Updated the request of this email address');
}

const SEE_ADD_HELP = 'See `feedback requests add --help`.';

/** Adds the requests of a file, or of standard input, in order. The first error stops. */
async function addLines(cli: Cli, itemId: string, file: string): Promise<void> {
  const requests = await readRequests(cli.context, file);
  if (requests.length === 0) throw new CliError('No requests: nothing to add', EXIT.invalid, SEE_ADD_HELP);
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  let at = 0;
  try {
    for (; at < requests.length; at += BATCH_MAX) {
      progress.show(() => `Adding ${formatPart(at, requests.length, 'request')}`);
      const response = await client.requests.addAll(itemId, requests.slice(at, at + BATCH_MAX));
      await printAdded(cli, response);
    }
  } catch (error) {
    progress.clear();
    if (requests.length > BATCH_MAX) printPartialResult(cli, partialResultText(at, requests, error));
    throw error;
  }
  progress.clear();
  printNote(cli, `Added or updated ${formatCount(requests.length, 'request')}`);
}

/** In a pipe, the IDs, as for one request. */
async function printAdded(
  { context: { stdout }, options }: Cli,
  response: { readonly data: readonly { readonly id: string }[] },
): Promise<void> {
  if (options.json) return write(stdout, jsonText(response, stdout));
  if (!stdout.isTTY) await write(stdout, response.data.map(({ id }) => `${safeLine(id)}\n`).join(''));
}

/** Names what was not added: repeating requests without an email address would count them twice. */
function partialResultText(at: number, requests: readonly NewRequest[], error: unknown): string {
  const last = Math.min(at + BATCH_MAX, requests.length);
  const range = `Requests ${formatNumber(at + 1)} to ${formatNumber(last)}`;
  const failureText = isRejected(error)
    ? `${range} were rejected`
    : `${range} may have been added: check before you retry`;
  const restText = last < requests.length ? '; later requests were not sent' : '';
  return `${formatPart(at, requests.length, 'request')} added. ${failureText}${restText}.`;
}

export async function update(
  cli: Cli,
  itemId: string,
  requestId: string,
  flags: RequestFlags,
): Promise<void> {
  assertIds(itemId, requestId);
  const change = fieldsOf(flags) ?? (await readChange(cli));
  const { stdout } = cli.context;
  const response = await cli.client().requests.update(itemId, requestId, change);
  if (cli.options.json) await write(stdout, jsonText(response, stdout));
  else printNote(cli, 'Updated 1 request');
}

async function readChange({ context }: Cli): Promise<RequestChange> {
  const text = await readPipedText(context);
  if (text === '')
    throw new CliError(
      'Nothing to update: pass the fields of the request, or JSON on standard input',
      EXIT.usage,
      'See `feedback requests update --help`.',
    );
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0] as RequestChange;
}

export async function deleteRequest(
  cli: Cli,
  itemId: string,
  requestId: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { context, options } = cli;
  assertIds(itemId, requestId);
  if (!yes && canConfirm(context) && !(await confirm(context, 'Delete 1 request permanently?')))
    throw new CliError('Nothing was deleted', EXIT.failure);
  await cli.client().requests.delete(itemId, requestId);
  if (options.json) await write(context.stdout, jsonText({ deleted: [requestId] }, context.stdout));
  else printNote(cli, 'Deleted 1 request');
}
