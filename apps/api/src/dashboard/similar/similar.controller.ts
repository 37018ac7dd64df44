import { Controller, Get, Param, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, SimilarItem } from '@libs/contract';
import { SimilarUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { similarJson, similarTitle } from '../../feedback/similar/similar.http';
import type { Query } from '../../http/query';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';

/** Similar items for the signed-in owner (dashboard.md 9, similar.md 1). */
@Controller('app/api/feedback')
export class SimilarItemsController {
  constructor(private readonly similar: SimilarUseCases) {}

  @Get('similar')
  @ForOwner({ query: true })
  async ofTitle(
    @SignedInOwner() { accountId }: SignedIn,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofTitle(accountId, similarTitle(query as Query)));
  }

  @Get(':id/similar')
  @ForOwner()
  async ofItem(
    @SignedInOwner() { accountId }: SignedIn,
    @Param('id') id: string,
  ): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofItem(accountId, id));
  }
}
