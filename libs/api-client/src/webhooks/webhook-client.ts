import { checkedId } from '../rest/checked-id';
import { parseBody } from '../rest/response-body';
import type { ApiCall, Transport } from '../rest/transport';
import type * as api from '../rest/types';

const WEBHOOKS = '/webhooks';
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * The webhooks of an account, as `webhooks` of the client. A call that creates or sends something is only repeated if
 * the service has not handled it.
 */
export class WebhookClient {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns all webhooks. */
  list(options: api.CallOptions = {}): Promise<api.WebhookList> {
    return this.#json({ operation: 'listWebhooks', method: 'GET', path: WEBHOOKS, ...options });
  }

  get(id: string, options: api.CallOptions = {}): Promise<api.WebhookResponse> {
    return this.#json({ operation: 'getWebhook', method: 'GET', path: pathOf(id), ...options });
  }

  /** Only this response has the `secret`. After a lost response, delete the webhook and create it again. */
  create(webhook: api.NewWebhook, options: api.CallOptions = {}): Promise<api.IssuedWebhookResponse> {
    return this.#json({
      operation: 'createWebhook',
      method: 'POST',
      path: WEBHOOKS,
      ...once(webhook),
      ...options,
    });
  }

  update(id: string, change: api.WebhookChange, options: api.CallOptions = {}): Promise<api.WebhookResponse> {
    const body = JSON.stringify(change);
    const path = pathOf(id);
    return this.#json({
      operation: 'updateWebhook',
      method: 'PATCH',
      path,
      headers: JSON_TYPE,
      body,
      ...options,
    });
  }

  /** Deletes a webhook and its deliveries. If a retry after a lost response returns 404, it counts as deleted. */
  async delete(id: string, options: api.CallOptions = {}): Promise<void> {
    await this.#transport.send({
      operation: 'deleteWebhook',
      method: 'DELETE',
      path: pathOf(id),
      isAlreadyDone: ({ code }) => code === 'webhook_not_found',
      ...options,
    });
  }

  /** Only this response has the new `secret`. After a lost response, rotate it again. */
  rotateSecret(
    id: string,
    { overlapSeconds, signal }: api.RotationOptions = {},
  ): Promise<api.RotatedSecretResponse> {
    return this.#json({
      operation: 'rotateWebhookSecret',
      method: 'POST',
      path: pathOf(id, '/rotate-secret'),
      ...once({ overlap_seconds: overlapSeconds }),
      signal,
    });
  }

  /** Sends a `webhook.test` event, and returns the ID of its delivery. */
  test(id: string, options: api.CallOptions = {}): Promise<api.QueuedDeliveryResponse> {
    const path = pathOf(id, '/test');
    return this.#json({ operation: 'testWebhook', method: 'POST', path, retry: ONCE, ...options });
  }

  /** Returns a page of deliveries, newest first. */
  deliveries(
    id: string,
    query: api.DeliveriesQuery = {},
    options: api.CallOptions = {},
  ): Promise<api.WebhookDeliveryPage> {
    const path = pathOf(id, '/deliveries');
    return this.#json({ operation: 'listWebhookDeliveries', method: 'GET', path, query, ...options });
  }

  /** Sends a delivery again. */
  retry(id: string, deliveryId: string, options: api.CallOptions = {}): Promise<api.QueuedDeliveryResponse> {
    const path = pathOf(id, `/deliveries/${checkedId(deliveryId, 'a delivery')}/retry`);
    return this.#json({ operation: 'retryWebhookDelivery', method: 'POST', path, retry: ONCE, ...options });
  }

  /** Queues the events of a span that the webhook has not received, and returns their number. */
  replay(
    id: string,
    { since, until, dryRun, signal }: api.ReplayOptions,
  ): Promise<api.WebhookReplayResponse> {
    return this.#json({
      operation: 'replayWebhook',
      method: 'POST',
      path: pathOf(id, '/replay'),
      ...once({ since, until, ...(dryRun && { dry_run: true }) }),
      signal,
    });
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#transport.send(call));
  }
}

const ONCE = 'unless it may have been processed';
const once = (body: object) =>
  ({ headers: JSON_TYPE, body: JSON.stringify(body), retry: ONCE }) satisfies Partial<ApiCall>;

const pathOf = (id: string, rest = ''): string => `${WEBHOOKS}/${checkedId(id, 'a webhook')}${rest}`;
