import { Controller, Get, Req } from '@nestjs/common';
import { SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import type { ListPage, SecurityLogEntry } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import type { Query } from '../http/query';
import { ForMember } from '../http/routes';
import { SignedInMember } from '../http/requester';
import { idPageJson, idPageOf } from '../cursors/id-pages';
import { entryJson } from './security-log.http';

/** The security log of the signed-in member's account (dashboard.md 13). */
@Controller('app/api/security-log')
export class SecurityLogController {
  constructor(
    private readonly log: SecurityLogUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @ForMember('security.read', { query: true })
  async list(
    @SignedInMember() { accountId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<SecurityLogEntry>> {
    const request = idPageOf(query as Query, { accountId, list: 'security-log' }, this.cursors);
    return idPageJson(await this.log.list(accountId, request), request, entryJson);
  }
}
