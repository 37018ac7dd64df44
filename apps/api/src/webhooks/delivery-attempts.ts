import type { Clock } from '@libs/kernel';
import {
  isScrubbed,
  nextAttemptAt,
  openSecrets,
  payloadOf,
  signaturesOf,
  type Attempt,
  type AttemptResult,
  type ClaimedDelivery,
  type Event,
  type SecretBox,
} from '@libs/webhooks';
import type { AttemptOutcome, DeliverySender } from './sending/delivery-sender';

/** Signs and sends deliveries, and decides what follows (webhooks.md 2). */
export class DeliveryAttempts {
  constructor(
    private readonly sender: Pick<DeliverySender, 'send'>,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
  ) {}

  /** Never rejects. @param stop cancels the request: the delivery stays pending, and the attempt doesn't count */
  async attempt(delivery: ClaimedDelivery, stop: AbortSignal): Promise<AttemptResult> {
    const { id, accountId, endpoint, event } = delivery;
    const of = { id, accountId, endpointId: endpoint.id };
    if (!event || isScrubbed(event)) return { ...of, attempt: null, status: 'cancelled' };
    const at = this.clock();
    const outcome = await this.send(delivery, event, at, stop);
    if (outcome.error !== null && stop.aborted) {
      return { ...of, attempt: null, status: 'pending', nextAttemptAt: at };
    }
    const { statusCode, error, durationMs, retryAfterSeconds } = outcome;
    const attempt: Attempt = { at: at.toISOString(), statusCode, error, durationMs };
    if (error === null) return { ...of, attempt, status: 'succeeded' };
    const next = nextAttemptAt(delivery.attempts + 1, this.clock(), this.random(), retryAfterSeconds);
    if (!next) return { ...of, attempt, status: 'failed' };
    return { ...of, attempt, status: 'pending', nextAttemptAt: next };
  }

  private async send(
    { endpoint }: ClaimedDelivery,
    event: Event,
    at: Date,
    stop: AbortSignal,
  ): Promise<AttemptOutcome> {
    try {
      const body = payloadOf(event, endpoint.payload);
      const timestamp = Math.floor(at.getTime() / 1000);
      const { keys, headers } = openSecrets(this.box, endpoint);
      const isOverlap = endpoint.previousKeyExpiresAt !== null && endpoint.previousKeyExpiresAt > at;
      const message = { id: event.id, timestamp, body };
      return await this.sender.send(
        {
          url: endpoint.url,
          body,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'webhook-id': event.id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signaturesOf(isOverlap ? keys : keys.slice(0, 1), message),
          },
        },
        stop,
      );
    } catch (error) {
      // The secrets can't be decrypted: a later attempt can, if the operator restores the key.
      return { statusCode: null, error: (error as Error).message, durationMs: 0, retryAfterSeconds: null };
    }
  }
}
