import { Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  notificationSettingsRule,
  NotificationUseCases,
  readRule,
  sessionRequired,
  SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import type { Data, NotificationPage, NotificationSettings, UnreadNotifications } from '@libs/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_STREAM } from '../../events/events.http';
import { readBody } from '../../http/body';
import type { Query } from '../../http/query';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';
import { NotificationStreams } from './notification-streams';
import { notificationsJson, notificationsRequest, settingsJson } from './notifications.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Notifications of the signed-in person, and their settings (notifications.md 3, notifications.md 4). */
@Controller('app/api')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationUseCases,
    private readonly streams: NotificationStreams,
    private readonly sessions: SessionUseCases,
  ) {}

  @Get('notifications')
  @ForOwner({ query: true })
  async list(
    @SignedInOwner() { accountId, ownerId: personId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<NotificationPage> {
    const request = notificationsRequest(query as Query);
    const [page, [unread = 0]] = await Promise.all([
      this.notifications.list(accountId, personId, request),
      this.notifications.unread([{ accountId, personId }]),
    ]);
    return notificationsJson(page, unread, request.limit);
  }

  @Post('notifications/read')
  @HttpCode(200)
  @ForOwner(JSON_BODY)
  async markRead(
    @SignedInOwner() { accountId, ownerId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<UnreadNotifications>> {
    const unread = await this.notifications.markRead(accountId, ownerId, readBody(readRule, body));
    return { data: { unread } };
  }

  @Get('notifications/stream')
  @ForOwner()
  stream(@SignedInOwner() owner: SignedIn, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const reader = { accountId: owner.accountId, personId: owner.ownerId };
    this.streams.assertFree(reader);
    reply.headers({ 'content-type': `${EVENT_STREAM}; charset=utf-8`, 'x-accel-buffering': 'no' });
    if (request.method === 'HEAD') return void reply.send('');
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.streams.open(reader, reply.raw, () => this.assertSession(owner));
  }

  @Get('notification-settings')
  @ForOwner()
  async settings(@SignedInOwner() { accountId, ownerId }: SignedIn): Promise<Data<NotificationSettings>> {
    return { data: settingsJson(await this.notifications.settings(accountId, ownerId)) };
  }

  @Patch('notification-settings')
  @ForOwner(JSON_BODY)
  async changeSettings(
    @SignedInOwner() { accountId, ownerId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<NotificationSettings>> {
    const change = readBody(notificationSettingsRule, body);
    return { data: settingsJson(await this.notifications.changeSettings(accountId, ownerId, change)) };
  }

  /** Doesn't count as a request of the session, and accepts one whose token was replaced. */
  private async assertSession({ accountId, ownerId, sessionId }: SignedIn): Promise<void> {
    const sessions = await this.sessions.list(accountId, ownerId);
    if (!sessions.some(({ id }) => id === sessionId)) throw sessionRequired();
  }
}
