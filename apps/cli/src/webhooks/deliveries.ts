import type { DeliveriesQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printNote } from '../items/note';
import { jsonText } from '../output/json';
import { write } from '../output/write';
import { deliveryRows } from './delivery-rows';
import { assertDeliveryId, assertWebhookId } from './ids';

export interface DeliveriesFlags {
  readonly status?: DeliveriesQuery['status'];
  readonly eventType?: DeliveriesQuery['event_type'];
  readonly all?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

/** The maximum of the API. */
const MAX_PAGE_SIZE = 100;

/** Prints a page; with `all`, each page as it arrives. */
export async function deliveries(cli: Cli, id: string, flags: DeliveriesFlags): Promise<void> {
  const { status, eventType, all, limit = all ? MAX_PAGE_SIZE : undefined } = flags;
  const { stdout } = cli.context;
  assertWebhookId(id);
  const { webhooks } = cli.client();
  const rows = deliveryRows(cli);
  let cursor = flags.cursor;
  let isFirst = true;
  do {
    const { data, pagination } = await webhooks.deliveries(id, {
      status,
      event_type: eventType,
      limit,
      cursor,
    });
    if (data.length > 0) await write(stdout, `${isFirst ? rows.header : ''}${data.map(rows.line).join('')}`);
    else if (isFirst) printNote(cli, 'No deliveries');
    const next = pagination.next_cursor ?? undefined;
    if (next !== undefined && !all)
      printNote(cli, `More deliveries are available. To list them, use --all or --cursor ${next}.`);
    if (next !== undefined && next === cursor)
      throw new CliError('Unexpected response: the service returned the same page twice', EXIT.failure);
    cursor = next;
    isFirst = false;
  } while (all && cursor !== undefined);
}

export async function retry(cli: Cli, id: string, deliveryId: string): Promise<void> {
  const { stdout } = cli.context;
  assertDeliveryId(deliveryId, assertWebhookId(id));
  const response = await cli.client().webhooks.retry(id, deliveryId);
  if (cli.options.json) await write(stdout, jsonText(response, stdout));
  else printNote(cli, 'Queued 1 delivery');
}
