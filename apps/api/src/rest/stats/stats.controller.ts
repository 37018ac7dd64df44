import { Controller, Get, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { StatsUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { statsJson, statsRequest } from '../../feedback/stats/stats.http';
import type { Query } from '../../http/query';
import { ApiCaller, ForApiKey } from '../../http/routes';
import { clock } from '../../shared.module';

/** insights.md 1 */
@Controller('api/v1/feedback/stats')
export class StatsController {
  constructor(private readonly stats: StatsUseCases) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async read(@ApiCaller() { accountId }: Caller, @Req() { query }: FastifyRequest) {
    const request = statsRequest(query as Query, clock());
    return { data: statsJson(await this.stats.read(accountId, request)) };
  }
}
