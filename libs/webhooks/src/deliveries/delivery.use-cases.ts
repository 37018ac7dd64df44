import {
  invalidValue,
  isUuid,
  pageOf,
  throwIfInvalid,
  type Clock,
  type Page,
  type Valid,
} from '@libs/kernel';
import { endpointDisabled, type Endpoint } from '../endpoints/endpoint';
import type { EndpointUseCases } from '../endpoints/endpoint.use-cases';
import type { Event } from '../events/event';
import { deliveryNotFound, eventUnavailable, type Delivery } from './delivery';
import type { DeliveryLog, DeliveryQuery } from './delivery.ports';
import type { Replay } from './delivery.rules';
import { isScrubbed, payloadOf, testEvent } from './payload';

/** A delivery and what it sends. The payload is null if the event was removed. */
export interface DescribedDelivery {
  readonly delivery: Delivery;
  readonly payload: string | null;
}

/** Reads and repeats the deliveries of an endpoint (webhooks.md 2). Every method throws `not_found` if it has none. */
export class DeliveryUseCases {
  constructor(
    private readonly deliveries: DeliveryLog,
    private readonly endpoints: EndpointUseCases,
    private readonly clock: Clock,
    private readonly dashboardUrl: string,
    /** Called when deliveries are due, to send them at once. */
    private readonly onQueued: () => void = () => {},
  ) {}

  /** Newest first. */
  async list(accountId: string, endpointId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
    const { id } = await this.find(accountId, endpointId);
    return pageOf(await this.deliveries.list(accountId, id, query), query.limit);
  }

  async read(accountId: string, endpointId: string, id: string): Promise<DescribedDelivery> {
    const endpoint = await this.find(accountId, endpointId);
    const { delivery, event } = await this.findDelivery(accountId, endpoint, id);
    const sent = eventOf(delivery, event);
    return { delivery, payload: sent && payloadOf(sent, endpoint.payload, this.dashboardUrl) };
  }

  /** Queues a `webhook.test`, and returns the ID of its delivery. @throws DomainError `conflict` `webhook_disabled` */
  async test(accountId: string, endpointId: string): Promise<string> {
    const { id } = await this.find(accountId, endpointId);
    const deliveryId = await this.deliveries.addTest(accountId, id, this.clock());
    if (deliveryId === null) throw endpointDisabled();
    this.onQueued();
    return deliveryId;
  }

  /**
   * Sends a delivery again, now, and returns its ID.
   * @throws DomainError `conflict`: `webhook_disabled`, `event_unavailable`
   */
  async retry(accountId: string, endpointId: string, id: string): Promise<string> {
    const endpoint = await this.find(accountId, endpointId);
    const { delivery, event } = await this.findDelivery(accountId, endpoint, id);
    const sent = eventOf(delivery, event);
    if (!sent || isScrubbed(sent)) throw eventUnavailable();
    const isQueued = await this.deliveries.retry(accountId, endpoint.id, delivery.id, this.clock());
    if (!isQueued) throw endpointDisabled();
    this.onQueued();
    return delivery.id;
  }

  /**
   * Queues every matching event of the span that the endpoint has not received, and returns their number. A dry run only
   * counts.
   * @throws DomainError `conflict` `webhook_disabled`, except in a dry run; `validation` if the span ends before its start
   */
  async replay(accountId: string, endpointId: string, input: Valid<Replay>): Promise<number> {
    const { since, until, dry_run: dryRun = false } = input;
    const now = this.clock();
    const span = { since: new Date(since), until: until ? new Date(until) : now };
    if (until && span.until < span.since) throwIfInvalid([invalidValue('until', 'must not be before since')]);
    const { id } = await this.find(accountId, endpointId);
    const count = await this.deliveries.replay(accountId, id, span, dryRun ? null : now);
    if (count === null) throw endpointDisabled();
    if (!dryRun) this.onQueued();
    return count;
  }

  private async find(accountId: string, endpointId: string): Promise<Endpoint> {
    return (await this.endpoints.read(accountId, endpointId)).endpoint;
  }

  private async findDelivery(accountId: string, endpoint: Endpoint, text: string) {
    const id = text.toLowerCase();
    const found = isUuid(id) && (await this.deliveries.find(accountId, endpoint.id, id));
    if (!found) throw deliveryNotFound();
    return found;
  }
}

/** Test events are not in the log. */
export const eventOf = (
  { eventId, eventType, createdAt }: Pick<Delivery, 'eventId' | 'eventType' | 'createdAt'>,
  event: Event | null,
): Event | null => (eventType === 'webhook.test' ? testEvent(eventId, createdAt.toISOString()) : event);
