import { EventStream } from './event-stream';
import type { EventPage, EventPageOptions, Events, EventsOptions } from './types';
import type { Platform } from './platform';
import { parseBody, unexpectedResponse } from './response-body';
import { MAX_DELAY_MS } from './retries';
import type { ApiCall, Transport } from './transport';

const PAGE_SIZE = 100;

/** Yields the events after a cursor, page by page, until there are no more. */
export async function* listEvents(transport: Transport, options: EventsOptions): Events {
  let { after = null, since } = options;
  for (;;) {
    const { data, pagination } = await eventPage(transport, { ...options, after, since });
    const { has_more: hasMore, next_cursor: next } = pagination;
    const last = data.length - 1;
    for (const [at, event] of data.entries()) yield { event, cursor: at === last ? next : after };
    if (!hasMore) return;
    if (next === after) throw unexpectedResponse();
    after = next;
    since = undefined;
  }
}

/**
 * Yields the events after a cursor from a stream, and opens another one when it ends. The client's `retries` limits only
 * the first connection, because a restart of the service takes longer; `maxWaitMs` limits every outage.
 */
export async function* followEvents(
  transport: Transport,
  platform: Platform,
  options: EventsOptions,
): Events {
  let { after: cursor = null, since } = options;
  // A stream that ends before its first event has no cursor to resume from.
  if (cursor === 'latest') cursor = (await eventPage(transport, options)).pagination.next_cursor;
  for (let attempt = 1, retries: number | undefined; ; attempt++, retries = Infinity) {
    const call = eventsCall({ ...options, after: cursor, since });
    const stream = new EventStream(transport, platform, { ...call, retries });
    const body = await stream.open();
    const openedAt = platform.now().getTime();
    const error = yield* stream.events(body);
    cursor = stream.cursor ?? cursor;
    if (stream.cursor !== null) since = undefined;
    // Only streams that end immediately have growing delays.
    if (platform.now().getTime() - openedAt > MAX_DELAY_MS) attempt = 1;
    await transport.waitToReconnect(call, { attempt, minMs: stream.retryMs, error });
  }
}

/** Returns the page after a cursor. */
export async function eventPage(transport: Transport, options: EventPageOptions): Promise<EventPage> {
  const { limit = PAGE_SIZE } = options;
  const { query, ...call } = eventsCall(options);
  return parseBody(await transport.send({ ...call, query: { ...query, limit } }));
}

function eventsCall({ after, since, types, feedbackId, actor, excludeActor, signal }: EventsOptions) {
  const query = {
    after: after ?? undefined,
    since,
    types: types?.join(','),
    feedback_id: feedbackId,
    actor,
    exclude_actor: excludeActor,
  };
  return { operation: 'listEvents', method: 'GET', path: '/events', query, signal } satisfies ApiCall;
}
