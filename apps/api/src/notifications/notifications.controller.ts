import { Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  notificationSettingsRule,
  NotificationUseCases,
  readRule,
  SessionUseCases,
  type SignedIn,
} from '@libs/accounts';
import type { Data, NotificationPage, NotificationSettings, UnreadNotifications } from '@libs/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import { startEventStream, wantsStream } from '../http/responses/event-stream';
import type { Query } from '../http/query';
import { ForMember } from '../http/routes';
import { SignedInMember } from '../http/requester';
import { NotificationStreams } from './notification-streams';
import { idPageOf } from '../cursors/id-pages';
import { notificationsJson, settingsJson } from './notifications.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Notifications of the signed-in person, and their settings (notifications.md 3, notifications.md 4). */
@Controller('app/api')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationUseCases,
    private readonly streams: NotificationStreams,
    private readonly sessions: SessionUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('notifications')
  @ForMember('read', { query: true })
  async list(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<NotificationPage> {
    const request = idPageOf(query as Query, { accountId, list: 'notifications' }, this.cursors);
    const [page, [unread = 0]] = await Promise.all([
      this.notifications.list(accountId, personId, request),
      this.notifications.unread([{ accountId, personId }]),
    ]);
    return notificationsJson(page, unread, request);
  }

  @Post('notifications/read')
  @HttpCode(200)
  @ForMember('own.manage', JSON_BODY)
  async markRead(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<UnreadNotifications>> {
    const unread = await this.notifications.markRead(accountId, personId, readBody(readRule, body));
    return { data: { unread } };
  }

  @Get('notifications/stream')
  @ForMember('read')
  async stream(
    @SignedInMember() member: SignedIn,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const reader = { accountId: member.accountId, personId: member.personId };
    if (!wantsStream(request.headers.accept)) {
      const [unread = 0] = await this.notifications.unread([reader]);
      return void reply.send({ data: { unread } } satisfies Data<UnreadNotifications>);
    }
    this.streams.assertFree(reader);
    if (!startEventStream(request, reply)) return;
    this.streams.open(reader, reply.raw, () => this.sessions.assertOpen(member));
  }

  @Get('notification-settings')
  @ForMember('read')
  async settings(@SignedInMember() { accountId, personId }: SignedIn): Promise<Data<NotificationSettings>> {
    return { data: settingsJson(await this.notifications.settings(accountId, personId)) };
  }

  @Patch('notification-settings')
  @ForMember('own.manage', JSON_BODY)
  async changeSettings(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<NotificationSettings>> {
    const change = readBody(notificationSettingsRule, body);
    return { data: settingsJson(await this.notifications.changeSettings(accountId, personId, change)) };
  }
}
