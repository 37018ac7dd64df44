import { CliError, EXIT } from '../exit-codes';
import { isId } from '../items/ids';

/** @throws CliError for an invalid ID, before any request */
export function assertWebhookId(text: string): string {
  if (isId(text)) return text;
  throw new CliError(
    'Invalid webhook ID',
    EXIT.notFound,
    'An ID has 36 characters. Run `feedback webhooks list` to see the IDs of your webhooks.',
  );
}

/** @throws CliError for an invalid ID, before any request */
export function assertDeliveryId(text: string, webhookId: string): string {
  if (isId(text)) return text;
  throw new CliError(
    'Invalid delivery ID',
    EXIT.notFound,
    `An ID has 36 characters. Run \`feedback webhooks deliveries ${webhookId}\` to see the IDs.`,
  );
}
