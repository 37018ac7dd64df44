import type { BatchUpdate, FeedbackChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { applyUpdates } from '../batch/apply-updates';
import { readFields, type FieldFlags } from './fields';
import { assertId, uniqueIds } from './ids';
import { readPipedText, parseJsonValues } from './standard-input';
import { showResult } from './result';
import { toEtag } from './etag';

export interface UpdateFlags extends FieldFlags {
  readonly ifMatch?: string;
  readonly mergedInto?: string;
}

export async function update(cli: Cli, args: readonly string[], flags: UpdateFlags): Promise<void> {
  const ids = uniqueIds(args.map(assertId));
  const [id] = ids;
  if (ids.length > 1 && flags.ifMatch !== undefined)
    throw new CliError('--if-match requires exactly one ID', EXIT.usage);
  const fields = await readFields(cli.context, flags);
  const merge = mergeOf(flags);
  const change = fields || merge ? { ...fields, ...merge } : await readChange(cli);
  if (ids.length > 1)
    return applyUpdates(
      cli,
      ids.map((one): BatchUpdate => ({ ...change, id: one })),
    );
  const { stdout } = cli.context;
  const changed = await cli.client().update(id!, change, { ifMatch: toEtag(flags.ifMatch) });
  if (cli.options.json) await write(stdout, jsonText(changed, stdout));
  else await showResult(cli, 'Updated 1 item', [changed.data]);
}

/** `none` unmerges the item. */
function mergeOf({ mergedInto: target }: UpdateFlags): FeedbackChange | null {
  if (target === undefined) return null;
  return { merged_into: target === 'none' ? null : assertId(target) };
}

async function readChange({ context }: Cli): Promise<FeedbackChange> {
  const text = await readPipedText(context);
  if (text === '')
    throw new CliError(
      'Nothing to update: pass --title, --description, --status, or --merged-into, or JSON on standard input',
      EXIT.usage,
      'See `feedback update --help`.',
    );
  const { isOne, values } = parseJsonValues(text);
  if (!isOne)
    throw new CliError(
      'Standard input must be one JSON object; to update many items, use `feedback batch`',
      EXIT.invalid,
    );
  return values[0] as FeedbackChange;
}
