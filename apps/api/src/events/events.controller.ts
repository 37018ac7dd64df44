import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiKeyAuthenticator, SessionUseCases, type Caller, type SignedIn } from '@libs/accounts';
import { EventFeed } from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantsStream } from '../http/responses/event-stream';
import { SignedInMember } from '../http/requester';
import type { Query } from '../http/query';
import { ApiCaller, ForApiKey, ForMember } from '../http/routes';
import { EventCursors } from './event-cursor';
import { EventStreams } from './event-streams';
import { eventsJson, eventsRequest, respondWithStream } from './events.http';
import { newestJson, newestRequest } from './newest-events.http';

/** Keys are cached for almost a second, so a check costs nothing. */
const KEY_CHECK_MS = 100;
/** A check is a query, because sessions are not cached. */
const SESSION_CHECK_MS = 500;

/** events.md 2. */
@Controller('api/v1/events')
export class EventsController {
  constructor(
    readonly feed: EventFeed,
    readonly cursors: EventCursors,
    readonly streams: EventStreams,
    private readonly keys: ApiKeyAuthenticator,
  ) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async list(
    @ApiCaller() { accountId, keyId }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (wantsStream(request.headers.accept)) {
      const holder = { accountId, id: keyId, name: 'API key' } as const;
      const secret = (request.headers['x-api-key'] as string).trim();
      const access = { checkAccess: () => this.keys.authenticate(secret), checkMs: KEY_CHECK_MS };
      return respondWithStream(this, holder, access, { request, reply });
    }
    const asked = eventsRequest(request.query as Query, accountId, this.cursors);
    const page = await this.feed.list(accountId, asked);
    void reply.send(eventsJson(page, asked.limit, accountId, this.cursors));
  }
}

/** Events for the dashboard, newest first (dashboard.md 12). */
@Controller('app/api/events')
export class NewestEventsController {
  constructor(
    readonly feed: EventFeed,
    readonly cursors: EventCursors,
    readonly streams: EventStreams,
    private readonly sessions: SessionUseCases,
  ) {}

  @Get()
  @ForMember('read', { query: true })
  async list(
    @SignedInMember() member: SignedIn,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { accountId, personId } = member;
    if (wantsStream(request.headers.accept)) {
      const holder = { accountId, id: personId, name: 'member' } as const;
      const access = { checkAccess: () => this.sessions.assertOpen(member), checkMs: SESSION_CHECK_MS };
      return respondWithStream(this, holder, access, { request, reply });
    }
    const asked = newestRequest(request.query as Query, accountId, this.cursors);
    const page = await this.feed.newest(accountId, asked);
    void reply.send(newestJson(page, asked.limit, accountId, this.cursors));
  }
}
