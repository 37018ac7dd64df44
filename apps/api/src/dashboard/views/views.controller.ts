import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, View, ViewCounts } from '@libs/contract';
import { newViewRule, readParameters, viewChangeRule, viewOrderRule, ViewUseCases } from '@libs/feedback';
import type * as feedback from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';

const JSON_BODY = { consumes: ['application/json'] };

/** Views of the signed-in owner (dashboard.md 15). */
@Controller('app/api/views')
export class ViewsController {
  constructor(private readonly views: ViewUseCases) {}

  @Get()
  @ForOwner()
  async list(@SignedInOwner() { accountId, ownerId }: SignedIn): Promise<Data<View[]>> {
    return { data: (await this.views.list(accountId, ownerId)).map(viewJson) };
  }

  @Get('counts')
  @ForOwner()
  async counts(@SignedInOwner() { accountId, ownerId }: SignedIn): Promise<Data<ViewCounts>> {
    return { data: await this.views.counts(accountId, ownerId) };
  }

  @Post()
  @ForOwner(JSON_BODY)
  async create(
    @SignedInOwner() { accountId, ownerId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View>> {
    return { data: viewJson(await this.views.create(accountId, ownerId, readBody(newViewRule, body))) };
  }

  @Put('order')
  @ForOwner(JSON_BODY)
  async reorder(
    @SignedInOwner() { accountId, ownerId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View[]>> {
    const { ids } = readBody(viewOrderRule, body);
    return { data: (await this.views.reorder(accountId, ownerId, ids)).map(viewJson) };
  }

  @Patch(':id')
  @ForOwner(JSON_BODY)
  async update(
    @SignedInOwner() { accountId, ownerId }: SignedIn,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View>> {
    const change = readBody(viewChangeRule, body);
    return { data: viewJson(await this.views.update(accountId, ownerId, id, change)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForOwner()
  async remove(@SignedInOwner() { accountId, ownerId }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.views.remove(accountId, ownerId, id);
  }
}

function viewJson({ id, name, parameters }: feedback.View): View {
  const { usable, ignored } = readParameters(parameters);
  return { id, name, parameters: usable, ignored };
}
