import { Controller, Get, Req, Res } from '@nestjs/common';
import { sessionRequired, SessionUseCases, type SignedIn } from '@libs/accounts';
import { EventFeed, type FeedQuery } from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventCursors } from '../../events/event-cursor';
import { EventStreams } from '../../events/event-streams';
import { eventsRequest, sendStream, streamOf, wantsStream } from '../../events/events.http';
import type { Query } from '../../http/query';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';
import { newestJson, newestRequest } from './events.http';

/** A check is a query, because sessions are not cached. */
const CHECK_MS = 500;

/** Events of the signed-in owner's account (dashboard.md 12). */
@Controller('app/api/events')
export class EventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly cursors: EventCursors,
    private readonly streams: EventStreams,
    private readonly sessions: SessionUseCases,
  ) {}

  @Get()
  @ForOwner({ query: true })
  async list(
    @SignedInOwner() owner: SignedIn,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { accountId, ownerId } = owner;
    const query = request.query as Query;
    if (wantsStream(request.headers.accept)) {
      const asked = eventsRequest(query, accountId, this.cursors, streamOf(request));
      const holder = { id: ownerId, name: 'owner' } as const;
      return this.streams.counted(holder, () => this.stream(owner, asked, request, reply));
    }
    const asked = newestRequest(query, accountId, this.cursors);
    const page = await this.feed.newest(accountId, asked);
    void reply.send(newestJson(page, asked.limit, accountId, this.cursors));
  }

  private async stream(
    owner: SignedIn,
    asked: FeedQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { accountId } = owner;
    const first = await this.feed.list(accountId, asked);
    const checkAccess = () => this.assertSession(owner);
    const options = { accountId, types: asked.types, checkAccess, checkMs: CHECK_MS };
    await sendStream(this.streams, first, options, { request, reply });
  }

  /** Doesn't count as a request of the session, and accepts one whose token was replaced. */
  private async assertSession({ accountId, ownerId, sessionId }: SignedIn): Promise<void> {
    const sessions = await this.sessions.list(accountId, ownerId);
    if (!sessions.some(({ id }) => id === sessionId)) throw sessionRequired();
  }
}
