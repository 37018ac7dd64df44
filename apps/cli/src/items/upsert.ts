import type { FeedbackUpsert } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { toEtag } from './etag';
import { readFields, type FieldFlags } from './fields';
import { assertExternalId } from './ids';
import { showResult } from './result';
import { parseJsonValues, readPipedText } from './standard-input';

export interface UpsertFlags extends FieldFlags {
  readonly submitterEmail?: string;
  readonly ifMatch?: string;
}

export async function upsert(cli: Cli, externalId: string, flags: UpsertFlags): Promise<void> {
  assertExternalId(externalId);
  // The service validates the item and reports errors.
  const item = (await readItem(cli, flags)) as FeedbackUpsert;
  const result = await cli.client().upsert(externalId, item, { ifMatch: toEtag(flags.ifMatch) });
  const { stdout } = cli.context;
  if (cli.options.json) await write(stdout, jsonText(result, stdout));
  else await showResult(cli, result.created ? 'Created 1 item' : 'Updated 1 item', [result.data]);
}

async function readItem(cli: Cli, flags: UpsertFlags): Promise<unknown> {
  const fields = await readFields(cli.context, flags);
  const { submitterEmail } = flags;
  const item = { ...fields, ...(submitterEmail !== undefined && { submitter_email: submitterEmail }) };
  if (Object.keys(item).length > 0) return item;
  const text = await readPipedText(cli.context);
  if (text === '')
    throw new CliError(
      'Nothing to store: pass --title, or JSON on standard input',
      EXIT.usage,
      'See `feedback upsert --help`.',
    );
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0];
}
