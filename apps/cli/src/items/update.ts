import type { BatchUpdate, FeedbackChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { applyUpdates } from '../batch/apply-updates';
import { fieldsOf, type FieldFlags } from './fields';
import { assertId, unique } from './ids';
import { pipedText, valuesIn } from './standard-input';
import { showDone } from './result';
import { ifMatchOf } from './etag';

export interface UpdateFlags extends FieldFlags {
  readonly ifMatch?: string;
}

export async function update(cli: Cli, given: readonly string[], flags: UpdateFlags): Promise<void> {
  const ids = unique(given.map(assertId));
  const [id] = ids;
  if (ids.length > 1 && flags.ifMatch !== undefined)
    throw new CliError('--if-match is about one item: give one id', EXIT.usage);
  const change = (await fieldsOf(cli.context, flags)) ?? (await changeIn(cli));
  if (ids.length > 1)
    return applyUpdates(
      cli,
      ids.map((one): BatchUpdate => ({ ...change, id: one })),
    );
  const { stdout } = cli.context;
  const changed = await cli.client().update(id!, change, { ifMatch: ifMatchOf(flags.ifMatch) });
  if (cli.options.json) await write(stdout, jsonText(changed, stdout));
  else await showDone(cli, 'Updated 1 item', [changed.data]);
}

async function changeIn({ context }: Cli): Promise<FeedbackChange> {
  const text = await pipedText(context);
  if (text === '')
    throw new CliError(
      'Nothing to change: give --title, --description or --status, or JSON on standard input',
      EXIT.usage,
      'See `feedback update --help`.',
    );
  const { isOne, values } = valuesIn(text);
  if (!isOne)
    throw new CliError('Standard input must be one JSON object: see `feedback batch`', EXIT.invalid);
  return values[0] as FeedbackChange;
}
