import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiKeyAuthenticator, type Caller } from '@libs/accounts';
import { EventFeed, type FeedQuery } from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventCursors } from '../../events/event-cursor';
import { EventStreams } from '../../events/event-streams';
import { eventsJson, eventsRequest, sendStream, streamOf, wantsStream } from '../../events/events.http';
import { ApiCaller, ForApiKey } from '../../http/routes';
import type { Query } from '../../http/query';

/** Keys are cached for almost a second, so a check costs nothing. */
const CHECK_MS = 100;

/** events.md 2. */
@Controller('api/v1/events')
export class EventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly cursors: EventCursors,
    private readonly streams: EventStreams,
    private readonly keys: ApiKeyAuthenticator,
  ) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async list(
    @ApiCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { accountId, keyId } = caller;
    const query = request.query as Query;
    if (wantsStream(request.headers.accept)) {
      const asked = eventsRequest(query, accountId, this.cursors, streamOf(request));
      const holder = { accountId, id: keyId, name: 'API key' } as const;
      return this.streams.counted(holder, () => this.stream(accountId, asked, request, reply));
    }
    const asked = eventsRequest(query, accountId, this.cursors);
    const page = await this.feed.list(accountId, asked);
    void reply.send(eventsJson(page, asked.limit, accountId, this.cursors));
  }

  private async stream(
    accountId: string,
    asked: FeedQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const first = await this.feed.list(accountId, asked);
    const secret = (request.headers['x-api-key'] as string).trim();
    const checkAccess = () => this.keys.authenticate(secret);
    const options = { accountId, types: asked.types, checkAccess, checkMs: CHECK_MS };
    await sendStream(this.streams, first, options, { request, reply });
  }
}
