import type { WebhookReplayResponse } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printNote } from '../items/note';
import { canConfirm, confirm } from '../output/confirm';
import { jsonText } from '../output/json';
import { formatCount } from '../output/progress';
import { write } from '../output/write';
import { assertWebhookId } from './ids';

export interface ReplayFlags {
  readonly since: string;
  readonly until?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export async function replay(
  cli: Cli,
  id: string,
  { since, until, dryRun, yes }: ReplayFlags,
): Promise<void> {
  const { context, options } = cli;
  const { stdout } = context;
  assertWebhookId(id);
  const { webhooks } = cli.client();
  const send = (isDryRun: boolean) => webhooks.replay(id, { since, until, dryRun: isDryRun });
  if (!dryRun && !yes && canConfirm(context)) await assertConfirmed(cli, await send(true));
  const response = await send(dryRun === true);
  const countText = formatCount(response.data.queued, 'event');
  if (options.json) await write(stdout, jsonText(response, stdout));
  else if (dryRun) await write(stdout, `${countText}\n`);
  else printNote(cli, `Queued ${countText}`);
}

/** @throws CliError if the user declines */
async function assertConfirmed({ context }: Cli, { data }: WebhookReplayResponse): Promise<void> {
  const question = `Replay ${formatCount(data.queued, 'event')}?`;
  if (data.queued > 0 && !(await confirm(context, question)))
    throw new CliError('Nothing was replayed', EXIT.failure);
}
