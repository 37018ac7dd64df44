import type { Created, NewFeedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { counted, progressOn, toldBy } from '../output/progress';
import { write } from '../output/write';
import { fieldsOf, type FieldFlags } from './fields';
import { suffixed } from './idempotency-keys';
import { pipedText, valuesIn, type Values } from './standard-input';
import { isRefusal, showDone, tellHowFar } from './result';

export interface CreateFlags extends Omit<FieldFlags, 'clearDescription'> {
  readonly submitterEmail?: string;
  readonly idempotencyKey?: string;
}

export async function create(cli: Cli, flags: CreateFlags): Promise<void> {
  const { isOne, values } = await itemsOf(cli, flags);
  // Whether they are items is the service's to say, in the words it has for it.
  const items = values as readonly NewFeedback[];
  const { stdout } = cli.context;
  const [first] = items;
  if (!isOne || first === undefined) return createEach(cli, items, flags.idempotencyKey);
  const { replayed, ...made } = await cli.client().create(first, { idempotencyKey: flags.idempotencyKey });
  const earlier = replayed && flags.idempotencyKey !== undefined ? 1 : 0;
  if (cli.options.json) await write(stdout, jsonText(made, stdout));
  else await showDone(cli, createdText(1, earlier), [made.data]);
}

async function itemsOf(cli: Cli, flags: CreateFlags): Promise<Values> {
  const fields = await fieldsOf(cli.context, flags);
  const { submitterEmail } = flags;
  const given = { ...fields, ...(submitterEmail !== undefined && { submitter_email: submitterEmail }) };
  if (Object.keys(given).length > 0) return { isOne: true, values: [given] };
  const text = await pipedText(cli.context);
  if (text === '')
    throw new CliError('Nothing to create: give --title, or JSON on standard input', EXIT.usage, SEE);
  return valuesIn(text);
}

const SEE = 'See `feedback create --help`.';

/** One after the other, in their order; a failure ends it. */
async function createEach(cli: Cli, items: readonly NewFeedback[], key: string | undefined): Promise<void> {
  const progress = progressOn(cli.context, cli.options);
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  const made: Created['data'][] = [];
  let earlier = 0;
  try {
    for (const item of items) {
      const idempotencyKey = suffixed(key, made.length, items.length);
      const { replayed, ...one } = await client.create(item, { idempotencyKey });
      if (replayed && key !== undefined) earlier++;
      if (cli.options.json) await write(cli.context.stdout, jsonText(one, cli.context.stdout));
      made.push(one.data);
      progress.show(() => `Creating ${made.length} of ${items.length}`);
    }
  } catch (error) {
    progress.clear();
    if (!cli.options.json && made.length > 0) await showDone(cli, createdText(made.length, earlier), made);
    tellHowFar(cli, howFar(made.length + 1, items.length, error));
    throw error;
  }
  progress.clear();
  if (!cli.options.json) await showDone(cli, createdText(made.length, earlier), made);
}

/** @param earlier how many of them an earlier command created, with the key that this one was given */
const createdText = (count: number, earlier: number): string =>
  earlier === 0
    ? `Created ${counted(count, 'item')}`
    : `Created ${count - earlier} of ${counted(count, 'item')}; an earlier request with the same idempotency key created the rest`;

/** Unlike a batch, the same again would make twins of what is created: of which item it is said, so that it is not. */
function howFar(at: number, count: number, error: unknown): string {
  const failed = isRefusal(error) ? `Item ${at} was refused` : `Whether item ${at} was created is not known`;
  const rest = at < count ? ', and those that follow were not sent' : '';
  return `${failed}${rest}; ${at - 1} of ${counted(count, 'item')} are created`;
}
