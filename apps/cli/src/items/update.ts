import type { BatchUpdate, FeedbackChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { applyUpdates } from '../batch/apply-updates';
import { assertTagsConfirmed } from '../batch/confirm-tags';
import { readFields, type FieldFlags } from './fields';
import { assertExternalId, assertId, uniqueIds } from './ids';
import { readPipedText, parseJsonValues } from './standard-input';
import { showResult } from './result';
import { toEtag } from './etag';

export interface UpdateFlags extends FieldFlags {
  readonly external?: boolean;
  readonly ifMatch?: string;
  readonly mergedInto?: string;
  readonly externalId?: string;
  readonly yes?: boolean;
}

export async function update(cli: Cli, args: readonly string[], flags: UpdateFlags): Promise<void> {
  const ids = flags.external ? args.map(assertExternalId) : uniqueIds(args.map(assertId));
  if (ids.length > 1) assertForMany(flags);
  const change = (await changeOf(cli, flags)) ?? (await readChange(cli));
  if (ids.length > 1) {
    if (!flags.yes) await assertTagsConfirmed(cli.context, change, ids.length);
    const updates = ids.map((id): BatchUpdate => ({ ...change, id }));
    return applyUpdates(cli, updates);
  }
  const { stdout } = cli.context;
  const client = cli.client();
  const items = flags.external ? client.external : client;
  const changed = await items.update(ids[0]!, change, { ifMatch: toEtag(flags.ifMatch) });
  if (cli.options.json) await write(stdout, jsonText(changed, stdout));
  else await showResult(cli, 'Updated 1 item', [changed.data]);
}

/** @throws CliError for flags that only one item can have */
function assertForMany({ external, ifMatch, externalId = '' }: UpdateFlags): void {
  const [flag] = [
    ...(external ? ['--external'] : []),
    ...(ifMatch === undefined ? [] : ['--if-match']),
    ...(externalId === '' ? [] : ['--external-id']),
  ];
  if (flag) throw new CliError(`${flag} requires exactly one ID`, EXIT.usage);
}

/** The change set by the flags; null without any. `--merged-into none` unmerges, and `--external-id ''` clears. */
async function changeOf(cli: Cli, flags: UpdateFlags): Promise<FeedbackChange | null> {
  const { mergedInto, externalId } = flags;
  const change: FeedbackChange = {
    ...(await readFields(cli.context, flags)),
    ...(mergedInto !== undefined && { merged_into: mergedInto === 'none' ? null : assertId(mergedInto) }),
    ...(externalId !== undefined && { external_id: externalId === '' ? null : externalId }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

async function readChange({ context }: Cli): Promise<FeedbackChange> {
  const text = await readPipedText(context);
  if (text === '')
    throw new CliError(
      'Nothing to update: pass a flag such as --title or --status, or JSON on standard input',
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
