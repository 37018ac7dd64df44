import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { SimilarUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { similarJson, similarTitle } from '../../feedback/similar/similar.http';
import type { Query } from '../../http/query';
import { ApiCaller, ForApiKey } from '../../http/routes';

/** similar.md 1 */
@Controller('api/v1/feedback')
export class SimilarController {
  constructor(private readonly similar: SimilarUseCases) {}

  @Get('similar')
  @ForApiKey(['full', 'read'], { query: true })
  async ofTitle(@ApiCaller() { accountId }: Caller, @Req() { query }: FastifyRequest) {
    return similarJson(await this.similar.ofTitle(accountId, similarTitle(query as Query)));
  }

  @Get(':id/similar')
  @ForApiKey(['full', 'read'])
  async ofItem(@ApiCaller() { accountId }: Caller, @Param('id') id: string) {
    return similarJson(await this.similar.ofItem(accountId, id));
  }
}
