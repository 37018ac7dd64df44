import { Controller, Get, Req } from '@nestjs/common';
import type { Data, Stats } from '@libs/contract';
import { statsJson, StatsUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { clock } from '../clock';
import { statsRequest } from './stats.http';

/** insights.md 1 */
@Controller(doors('feedback/stats'))
export class StatsController {
  constructor(private readonly stats: StatsUseCases) {}

  @Get()
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async read(@By() { accountId }: Author, @Req() { query }: FastifyRequest): Promise<Data<Stats>> {
    const request = statsRequest(query as Query, clock());
    return { data: statsJson(await this.stats.read(accountId, request)) };
  }
}
