import { Controller, Get, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, Stats } from '@libs/contract';
import { StatsUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { statsJson, statsRequest } from '../../feedback/stats/stats.http';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { clock } from '../../shared.module';
import { SignedInMember } from '../dashboard-pipeline';

/** Statistics of the signed-in owner's items (insights.md 1). */
@Controller('app/api/feedback/stats')
export class StatsController {
  constructor(private readonly stats: StatsUseCases) {}

  @Get()
  @ForMember('read', { query: true })
  async read(
    @SignedInMember() { accountId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<Stats>> {
    const request = statsRequest(query as Query, clock());
    return { data: statsJson(await this.stats.read(accountId, request)) };
  }
}
