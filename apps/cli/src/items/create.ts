import type { Created, NewFeedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { formatCount, formatNumber, formatPart, createProgress, retryPrinter } from '../output/progress';
import { write } from '../output/write';
import { readFields, type FieldFlags } from './fields';
import { withSuffix } from './idempotency-keys';
import { readPipedText, parseJsonValues, type JsonValues } from './standard-input';
import { isRejected, showResult, printPartialResult } from './result';

export interface CreateFlags extends Omit<FieldFlags, 'clearDescription' | 'addTags' | 'removeTags'> {
  readonly submitterEmail?: string;
  readonly externalId?: string;
  readonly idempotencyKey?: string;
}

export async function create(cli: Cli, flags: CreateFlags): Promise<void> {
  const { isOne, values } = await readItems(cli, flags);
  // The service validates the items and reports errors.
  const items = values as readonly NewFeedback[];
  const { stdout } = cli.context;
  const [first] = items;
  if (!isOne || first === undefined) return createEach(cli, items, flags.idempotencyKey);
  const { replayed, ...created } = await cli.client().create(first, { idempotencyKey: flags.idempotencyKey });
  const replayedCount = replayed && flags.idempotencyKey !== undefined ? 1 : 0;
  if (cli.options.json) await write(stdout, jsonText(created, stdout));
  else await showResult(cli, createdText(1, replayedCount), [created.data]);
}

async function readItems(cli: Cli, flags: CreateFlags): Promise<JsonValues> {
  const fields = await readFields(cli.context, flags);
  const { submitterEmail, externalId } = flags;
  const item = {
    ...fields,
    ...(submitterEmail !== undefined && { submitter_email: submitterEmail }),
    ...(externalId !== undefined && { external_id: externalId }),
  };
  if (Object.keys(item).length > 0) return { isOne: true, values: [item] };
  const text = await readPipedText(cli.context);
  if (text === '')
    throw new CliError('Nothing to create: pass --title, or JSON on standard input', EXIT.usage, SEE_HELP);
  return parseJsonValues(text);
}

const SEE_HELP = 'See `feedback create --help`.';

/** Creates the items in order, one request each. The first error stops. */
async function createEach(cli: Cli, items: readonly NewFeedback[], key: string | undefined): Promise<void> {
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const created: Created['data'][] = [];
  let replayedCount = 0;
  try {
    for (const item of items) {
      const idempotencyKey = withSuffix(key, created.length, items.length);
      const { replayed, ...createdItem } = await client.create(item, { idempotencyKey });
      if (replayed && key !== undefined) replayedCount++;
      if (cli.options.json) await write(cli.context.stdout, jsonText(createdItem, cli.context.stdout));
      created.push(createdItem.data);
      progress.show(() => `Creating ${created.length} of ${items.length}`);
    }
  } catch (error) {
    progress.clear();
    if (!cli.options.json && created.length > 0)
      await showResult(cli, createdText(created.length, replayedCount), created);
    printPartialResult(cli, partialResultText(created.length + 1, items.length, error));
    throw error;
  }
  progress.clear();
  if (!cli.options.json) await showResult(cli, createdText(created.length, replayedCount), created);
}

/** @param replayedCount how many items an earlier command created with the same idempotency key */
const createdText = (count: number, replayedCount: number): string =>
  replayedCount === 0
    ? `Created ${formatCount(count, 'item')}`
    : `Created ${formatPart(count - replayedCount, count, 'item')}; an earlier request with the same idempotency key created the rest`;

/** Names the failed item: unlike a batch, repeating the whole command would create duplicates. */
function partialResultText(at: number, count: number, error: unknown): string {
  const failureText = isRejected(error)
    ? `Item ${formatNumber(at)} was rejected`
    : `Item ${formatNumber(at)} may have been created: check before you retry`;
  const restText = at < count ? '; later items were not sent' : '';
  return `${formatPart(at - 1, count, 'item')} created. ${failureText}${restText}.`;
}
