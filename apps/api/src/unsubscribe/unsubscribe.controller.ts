import { Controller, Get, Header, HttpCode, Param, Post, Req } from '@nestjs/common';
import { NotificationUseCases } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { AddressLimit } from '../http/address-limit';
import { PLAIN_PAGE_POLICY } from '../http/pages/plain-page';
import { Public } from '../http/routes';
import { UnsubscribeTokens, type Unsubscription } from './unsubscribe-token';
import { confirmPage, donePage, errorPage } from './unsubscribe.page';

const HTML = 'text/html; charset=utf-8';
const PAGE = { errorPage, bodyLimit: 16_384 };

/** Links in messages that turn a setting off without a session (notifications.md 7). */
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly notifications: NotificationUseCases,
    private readonly tokens: UnsubscribeTokens,
    /** Counts invalid links. */
    private readonly invalid: AddressLimit,
  ) {}

  @Get(':token')
  @Public(PAGE)
  @Header('content-type', HTML)
  @Header('content-security-policy', PLAIN_PAGE_POLICY)
  @Header('cache-control', 'no-store')
  async show(@Param('token') token: string, @Req() { ip }: FastifyRequest): Promise<string> {
    return confirmPage((await this.read(token, ip)).settings);
  }

  /** Also the request of mail programs, with the body `List-Unsubscribe=One-Click` (RFC 8058). */
  @Post(':token')
  @HttpCode(200)
  @Public(PAGE)
  @Header('content-type', HTML)
  @Header('content-security-policy', PLAIN_PAGE_POLICY)
  @Header('cache-control', 'no-store')
  async unsubscribe(@Param('token') token: string, @Req() { ip }: FastifyRequest): Promise<string> {
    const { accountId, personId, settings } = await this.read(token, ip);
    await this.notifications.unsubscribe(accountId, personId, settings);
    return donePage(settings, accountId);
  }

  /** @throws DomainError `link_invalid`, or of kind `rate_limit` */
  private async read(token: string, ip: string): Promise<Unsubscription> {
    const read = this.tokens.read(token);
    if (read) return read;
    await this.invalid.count(ip);
    throw new DomainError('not_found', 'link_invalid', 'This link does not work');
  }
}
