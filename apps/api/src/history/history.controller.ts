import { Controller, Get, Param, Req } from '@nestjs/common';
import type { HistoryChange, ListPage } from '@libs/contract';
import { HistoryUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { historyJson, historyRequest } from './history.http';

/** history.md 2. */
@Controller(doors('feedback/:id'))
export class HistoryController {
  constructor(
    private readonly history: HistoryUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('history')
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async list(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<HistoryChange>> {
    const request = historyRequest(query as Query, { accountId, itemId }, this.cursors);
    const page = await this.history.list(accountId, itemId, request);
    return historyJson(page, request, { accountId, itemId }, this.cursors);
  }
}
