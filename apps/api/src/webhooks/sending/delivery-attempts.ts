import { Logger } from '@nestjs/common';
import type { Clock } from '@libs/kernel';
import {
  isScrubbed,
  nextAttemptAt,
  openSecrets,
  payloadOf,
  signaturesOf,
  UnknownEncryptionKeyError,
  type Attempt,
  type AttemptResult,
  type ClaimedDelivery,
  type Event,
  type SecretBox,
} from '@libs/webhooks';
import { onceAMinute } from '../../once-a-minute';
import type { AttemptOutcome, DeliveryRequest, DeliverySender } from './delivery-sender';

/** Signs and sends deliveries, and decides what follows (webhooks.md 2). */
export class DeliveryAttempts {
  private readonly warn = onceAMinute((message: string) =>
    new Logger(DeliveryAttempts.name).warn(`Deliveries of webhooks wait. ${message}`),
  );

  constructor(
    private readonly sender: Pick<DeliverySender, 'send'>,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly dashboardUrl: string,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Never rejects. Returns null if no key can decrypt the secrets: the delivery stays claimed, so it is repeated after
   * half a minute.
   * @param stop cancels the request: the delivery stays pending, and the attempt doesn't count
   */
  async attempt(delivery: ClaimedDelivery, stop: AbortSignal): Promise<AttemptResult | null> {
    const { id, accountId, endpoint, event } = delivery;
    const of = { id, accountId, endpointId: endpoint.id };
    if (!event || isScrubbed(event)) return { ...of, attempt: null, status: 'cancelled' };
    const at = this.clock();
    const outcome = await this.send(delivery, event, at, stop);
    if (!outcome) return null;
    if (outcome.error !== null && stop.aborted) {
      return { ...of, attempt: null, status: 'pending', nextAttemptAt: at };
    }
    const { statusCode, error, durationMs, resent, retryAfterSeconds } = outcome;
    const attempt: Attempt = { at: at.toISOString(), statusCode, error, durationMs, resent };
    if (error === null) return { ...of, attempt, status: 'succeeded' };
    const next = nextAttemptAt(delivery.attempts + 1, this.clock(), this.random(), retryAfterSeconds);
    if (!next) return { ...of, attempt, status: 'failed' };
    return { ...of, attempt, status: 'pending', nextAttemptAt: next };
  }

  private async send(
    delivery: ClaimedDelivery,
    event: Event,
    at: Date,
    stop: AbortSignal,
  ): Promise<AttemptOutcome | null> {
    try {
      return await this.sender.send(this.signed(delivery, event, at), stop);
    } catch (error) {
      // The operator can still restore the key.
      if (error instanceof UnknownEncryptionKeyError) {
        this.warn(error.message);
        return null;
      }
      return {
        statusCode: null,
        error: 'could not sign the request',
        durationMs: 0,
        resent: false,
        retryAfterSeconds: null,
      };
    }
  }

  private signed({ endpoint, attempts }: ClaimedDelivery, event: Event, at: Date): DeliveryRequest {
    const { payload, previousKeyExpiresAt } = endpoint;
    const body = payloadOf(event, payload, this.dashboardUrl);
    const timestamp = Math.floor(at.getTime() / 1000);
    const { keys, headers, url = endpoint.url } = openSecrets(this.box, endpoint);
    const isOverlap = previousKeyExpiresAt !== null && previousKeyExpiresAt > at;
    const message = { id: event.id, timestamp, body };
    return {
      url,
      body,
      attempt: attempts + 1,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf(isOverlap ? keys : keys.slice(0, 1), message),
      },
    };
  }
}
