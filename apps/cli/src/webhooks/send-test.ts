import type { WebhookDelivery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { createProgress, retryPrinter } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { deliveryRows } from './delivery-rows';
import { assertWebhookId } from './ids';

/** Waits between requests, 23.75 seconds in total. An attempt takes up to 15 seconds (webhooks.md 2). */
const WAITS_MS = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * Sends a test, and prints its delivery after the first attempt.
 * @throws CliError if the attempt failed, or without a result
 */
export async function sendTest(cli: Cli, id: string): Promise<void> {
  const delivery = await deliverTest(cli, assertWebhookId(id));
  if (!delivery)
    throw new CliError(
      'No result yet',
      EXIT.failure,
      `To see the result later, run \`feedback webhooks deliveries ${id}\`.`,
    );
  const rows = deliveryRows(cli);
  await write(cli.context.stdout, `${rows.header}${rows.line(delivery)}`);
  if (delivery.status === 'succeeded') return;
  const reason = delivery.attempts.at(-1)?.error ?? delivery.status;
  throw new CliError(`The test failed: ${safeLine(reason)}`, EXIT.failure);
}

async function deliverTest(cli: Cli, id: string): Promise<WebhookDelivery | undefined> {
  const { signal } = cli.context;
  const progress = createProgress(cli.context, cli.options);
  const { webhooks } = cli.client({ onRetry: retryPrinter(progress, cli) });
  const { data: queued } = await webhooks.test(id);
  progress.show(() => 'Waiting for the result');
  try {
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs, signal);
      const { data } = await webhooks.deliveries(id, { event_type: 'webhook.test' });
      const delivery = data.find((one) => one.id === queued.delivery_id);
      if (delivery && (delivery.attempts.length > 0 || delivery.status !== 'pending')) return delivery;
    }
    return undefined;
  } finally {
    progress.clear();
  }
}

/** Returns early if the signal is aborted. The next request then throws its reason. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
