import type { WebhookDelivery } from '@libs/contract';

/** While a request is in progress, its delivery is due again half a minute later, in case the service stops. */
const SOON_MS = 40_000;

/** Whether a pending delivery is being sent, or an attempt follows within about half a minute. */
export function isDueSoon(
  { next_attempt_at: next }: Pick<WebhookDelivery, 'next_attempt_at'>,
  now: Date,
): boolean {
  return next !== null && Date.parse(next) - now.getTime() < SOON_MS;
}
