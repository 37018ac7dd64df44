import type { FeedbackUpsert } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { toEtag } from './etag';
import { readFields, type FieldFlags } from './fields';
import { showResult } from './result';
import { parseJsonValues, readPipedText } from './standard-input';

export interface UpsertFlags extends FieldFlags {
  readonly submitterEmail?: string;
  readonly ifMatch?: string;
}

/** Without an argument, the external ID is in the JSON on standard input, as in the body of the API. */
export async function upsert(cli: Cli, argument: string | undefined, flags: UpsertFlags): Promise<void> {
  const value = await readItem(cli, argument, flags);
  const { externalId, item } =
    argument === undefined ? splitItem(value) : { externalId: argument, item: value };
  // The service validates the item and reports errors.
  const result = await cli
    .client()
    .upsert(externalId, item as FeedbackUpsert, { ifMatch: toEtag(flags.ifMatch) });
  const { stdout } = cli.context;
  if (cli.options.json) await write(stdout, jsonText(result, stdout));
  else await showResult(cli, result.created ? 'Created 1 item' : 'Updated 1 item', [result.data]);
}

function splitItem(value: unknown): { externalId: string; item: object } {
  const { external_id: externalId, ...item } = Object(value) as Record<string, unknown>;
  if (typeof externalId === 'string') return { externalId, item };
  throw new CliError('Pass the external ID, or JSON with external_id as text', EXIT.invalid, SEE_HELP);
}

const SEE_HELP = 'See `feedback upsert --help`.';

async function readItem(cli: Cli, externalId: string | undefined, flags: UpsertFlags): Promise<unknown> {
  const fields = await readFields(cli.context, flags);
  const { submitterEmail } = flags;
  const item = { ...fields, ...(submitterEmail !== undefined && { submitter_email: submitterEmail }) };
  const hasFlags = Object.keys(item).length > 0;
  if (hasFlags && externalId === undefined)
    throw new CliError('Pass the external ID of the item', EXIT.usage, SEE_HELP);
  if (hasFlags) return item;
  const text = await readPipedText(cli.context);
  if (text === '')
    throw new CliError('Nothing to store: pass --title, or JSON on standard input', EXIT.usage, SEE_HELP);
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0];
}
