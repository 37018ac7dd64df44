import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Data, SimilarItem } from '@libs/contract';
import { SimilarUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { similarJson, similarTitle } from './similar.http';

/** similar.md 1 */
@Controller(doors('feedback'))
export class SimilarController {
  constructor(private readonly similar: SimilarUseCases) {}

  @Get('similar')
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async ofTitle(
    @By() { accountId }: Author,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofTitle(accountId, similarTitle(query as Query)));
  }

  @Get(':id/similar')
  @For({ key: ['full', 'read'], member: 'read' })
  async ofItem(@By() { accountId }: Author, @Param('id') id: string): Promise<Data<readonly SimilarItem[]>> {
    return similarJson(await this.similar.ofItem(accountId, id));
  }
}
