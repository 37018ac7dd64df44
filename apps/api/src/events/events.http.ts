import { PAGE_DEFAULT, throwIfInvalid, type Issue } from '@libs/kernel';
import {
  afterRule,
  EVENT_FIELDS,
  eventSelectionOf,
  LATEST,
  positionBefore,
  type EventFeed,
  type FeedPage,
  type FeedQuery,
} from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { startEventStream } from '../http/responses/event-stream';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';
import type { EventCursors } from './event-cursor';
import type { EventStreams, StreamHolder, StreamOptions } from './event-streams';

const INVALID_AFTER = invalidParameter('after', afterRule.demand!);
const INVALID_LAST_EVENT_ID: Issue = {
  param: 'Last-Event-ID',
  code: 'invalid_last_event_id',
  message: 'Invalid Last-Event-ID header: must be the id of an event of this stream',
};

/**
 * @param lastEventId `Last-Event-ID` of a stream, which takes precedence over `after`; undefined for a page
 * @throws DomainError `validation` with all errors of the query
 */
export function eventsRequest(
  parameters: Query,
  accountId: string,
  cursors: EventCursors,
  stream?: { readonly lastEventId: string | undefined },
): FeedQuery {
  const issues: Issue[] = [];
  const { after, since, limit = PAGE_DEFAULT, ...selection } = readQuery(EVENT_FIELDS, parameters, issues);
  if (stream && parameters['limit'] !== undefined) {
    issues.push(invalidParameter('limit', 'must not be combined with a stream'));
  }
  if (after !== undefined && since !== undefined)
    issues.push(invalidParameter('since', 'must not be combined with after'));
  const cursor = stream?.lastEventId || after;
  const position = cursor === undefined || cursor === LATEST ? cursor : cursors.decode(accountId, cursor);
  if (position === null) issues.push(stream?.lastEventId ? INVALID_LAST_EVENT_ID : INVALID_AFTER);
  throwIfInvalid([...issues, ...unknownParameters(EVENT_FIELDS, parameters)]);
  return {
    after: position ?? null,
    ...(since !== undefined && { since: positionBefore(since) }),
    limit,
    ...eventSelectionOf(selection),
  };
}

/** Body of a page (events.md 2). */
export const eventsJson = (page: FeedPage, limit: number, accountId: string, cursors: EventCursors) => ({
  data: page.events.map(({ event }) => event),
  pagination: { limit, has_more: page.hasMore, next_cursor: cursors.encode(accountId, page.next) },
});

interface EventSource {
  readonly feed: EventFeed;
  readonly cursors: EventCursors;
  readonly streams: EventStreams;
}

/** Responds with a page and all later events as a stream. For HEAD, responds with headers only (events.md 3). */
export async function respondWithStream(
  { feed, cursors, streams }: EventSource,
  holder: StreamHolder,
  access: Pick<StreamOptions, 'checkAccess' | 'checkMs'>,
  exchange: Exchange,
): Promise<void> {
  const { accountId } = holder;
  const { query, headers } = exchange.request;
  const lastEventId = headers['last-event-id'] as string | undefined;
  const asked = eventsRequest(query as Query, accountId, cursors, { lastEventId });
  await streams.counted(holder, async () => {
    const first = await feed.list(accountId, asked);
    const { after: _after, since: _since, limit: _limit, ...selection } = asked;
    await sendStream(streams, first, { accountId, selection, ...access }, exchange);
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function sendStream(
  streams: EventStreams,
  first: FeedPage,
  options: StreamOptions,
  { request, reply }: Exchange,
): Promise<void> {
  if (!startEventStream(request, reply)) return;
  await streams
    .send(reply.raw, first, options)
    .catch((error: unknown) => request.log.debug({ id: request.id, err: error }, 'Event stream interrupted'));
}
