import { Controller, Get, Param, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, SimilarItem } from '@libs/contract';
import { SimilarUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { similarJson, similarTitle } from '../../feedback/similar/similar.http';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { SignedInMember } from '../dashboard-pipeline';

/** Similar items for the signed-in owner (dashboard.md 9, similar.md 1). */
@Controller('app/api/feedback')
export class SimilarItemsController {
  constructor(private readonly similar: SimilarUseCases) {}

  @Get('similar')
  @ForMember('read', { query: true })
  async ofTitle(
    @SignedInMember() { accountId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofTitle(accountId, similarTitle(query as Query)));
  }

  @Get(':id/similar')
  @ForMember('read')
  async ofItem(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
  ): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofItem(accountId, id));
  }
}
