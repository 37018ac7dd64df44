import type { NewWebhook, RotatedSecretResponse, Webhook, WebhookChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printNote } from '../items/note';
import { canConfirm, confirm } from '../output/confirm';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { webhookCard, rotationText } from './endpoint-card';
import { endpointRows } from './endpoint-rows';
import { readFields, toFields, type EndpointFlags } from './fields';
import { assertWebhookId } from './ids';

export async function list(cli: Cli): Promise<void> {
  const { data } = await cli.client().webhooks.list();
  const rows = endpointRows(cli);
  if (data.length > 0) await write(cli.context.stdout, `${rows.header}${data.map(rows.line).join('')}`);
  else printNote(cli, 'No webhooks');
}

export async function get(cli: Cli, id: string): Promise<void> {
  await show(cli, await cli.client().webhooks.get(assertWebhookId(id)));
}

export async function create(cli: Cli, url: string | undefined, flags: EndpointFlags): Promise<void> {
  const fields = toFields(url, flags);
  if (fields && url === undefined) throw new CliError('Pass the URL of your server', EXIT.usage, SEE.create);
  const webhook = fields
    ? ({ events: fields.payload === 'slack' ? CHAT_EVENTS : ['*'], ...fields } as NewWebhook)
    : await readFields<NewWebhook>(
        cli.context,
        'Nothing to create: pass a URL, or JSON on standard input',
        SEE.create,
      );
  const response = await cli.client().webhooks.create(webhook);
  await show(cli, response);
  printNote(cli, 'Created 1 webhook');
  if (response.data.secret !== undefined) printNote(cli, SAVE_SECRET);
}

export async function update(
  cli: Cli,
  id: string,
  url: string | undefined,
  flags: EndpointFlags,
): Promise<void> {
  assertWebhookId(id);
  const change =
    toFields(url, flags) ??
    (await readFields<WebhookChange>(
      cli.context,
      'Nothing to update: pass a URL, a flag, or JSON on standard input',
      SEE.update,
    ));
  await show(cli, await cli.client().webhooks.update(id, change));
  printNote(cli, 'Updated 1 webhook');
}

export async function deleteEndpoint(cli: Cli, id: string, { yes }: { yes?: boolean }): Promise<void> {
  const { context, options } = cli;
  assertWebhookId(id);
  const question = 'Delete 1 webhook and its deliveries permanently?';
  if (!yes && canConfirm(context) && !(await confirm(context, question)))
    throw new CliError('Nothing was deleted', EXIT.failure);
  await cli.client().webhooks.delete(id);
  if (options.json) await write(context.stdout, jsonText({ deleted: [id] }, context.stdout));
  else printNote(cli, 'Deleted 1 webhook');
}

export async function rotateSecret(cli: Cli, id: string, { overlap }: { overlap?: number }): Promise<void> {
  const { stdout } = cli.context;
  const rotated: RotatedSecretResponse = await cli
    .client()
    .webhooks.rotateSecret(assertWebhookId(id), { overlapSeconds: overlap });
  await write(stdout, cli.options.json ? jsonText(rotated, stdout) : rotationText(cli, rotated.data));
  if (rotated.data.secret !== undefined) printNote(cli, SAVE_SECRET);
}

const SEE = {
  create: 'See `feedback webhooks create --help`.',
  update: 'See `feedback webhooks update --help`.',
};
const SAVE_SECRET = 'Save the secret now. It is shown only once.';

/** What a channel of a chat product receives by default: with all events, changes would appear twice. */
const CHAT_EVENTS: NewWebhook['events'] = ['feedback.created', 'feedback.status_changed'];

/** Prints the API response with `--json`, otherwise the fields of the webhook. */
async function show(cli: Cli, response: { readonly data: Webhook & { readonly secret?: string } }) {
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText(response, stdout) : webhookCard(cli, response.data));
}
