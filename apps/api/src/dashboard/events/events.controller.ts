import { Controller, Get, Req, Res } from '@nestjs/common';
import { SessionUseCases, type SignedIn } from '@libs/accounts';
import { EventFeed, type FeedQuery } from '@libs/webhooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventCursors } from '../../events/event-cursor';
import { EventStreams } from '../../events/event-streams';
import { eventsRequest, sendStream, streamOf, wantsStream } from '../../events/events.http';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { SignedInMember } from '../dashboard-pipeline';
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
  @ForMember('read', { query: true })
  async list(
    @SignedInMember() member: SignedIn,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { accountId, personId } = member;
    const query = request.query as Query;
    if (wantsStream(request.headers.accept)) {
      const asked = eventsRequest(query, accountId, this.cursors, streamOf(request));
      const holder = { accountId, id: personId, name: 'member' } as const;
      return this.streams.counted(holder, () => this.stream(member, asked, request, reply));
    }
    const asked = newestRequest(query, accountId, this.cursors);
    const page = await this.feed.newest(accountId, asked);
    void reply.send(newestJson(page, asked.limit, accountId, this.cursors));
  }

  private async stream(
    member: SignedIn,
    asked: FeedQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { accountId } = member;
    const first = await this.feed.list(accountId, asked);
    const checkAccess = () => this.sessions.assertOpen(member);
    const options = { accountId, types: asked.types, checkAccess, checkMs: CHECK_MS };
    await sendStream(this.streams, first, options, { request, reply });
  }
}
