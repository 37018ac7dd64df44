import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, View, ViewCounts } from '@libs/contract';
import { newViewRule, readParameters, viewChangeRule, viewOrderRule, ViewUseCases } from '@libs/feedback';
import type * as feedback from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { SignedInMember } from '../http/requester';

const JSON_BODY = { consumes: ['application/json'] };

/** Views of the signed-in member (dashboard.md 15). */
@Controller('app/api/views')
export class ViewsController {
  constructor(private readonly views: ViewUseCases) {}

  @Get()
  @ForMember('read')
  async list(@SignedInMember() { accountId, personId }: SignedIn): Promise<Data<View[]>> {
    return { data: (await this.views.list(accountId, personId)).map(viewJson) };
  }

  @Get('counts')
  @ForMember('read')
  async counts(@SignedInMember() { accountId, personId }: SignedIn): Promise<Data<ViewCounts>> {
    return { data: await this.views.counts(accountId, personId) };
  }

  @Post()
  @ForMember('views.change', JSON_BODY)
  async create(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View>> {
    return { data: viewJson(await this.views.create(accountId, personId, readBody(newViewRule, body))) };
  }

  @Put('order')
  @ForMember('views.change', JSON_BODY)
  async reorder(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View[]>> {
    const { ids } = readBody(viewOrderRule, body);
    return { data: (await this.views.reorder(accountId, personId, ids)).map(viewJson) };
  }

  @Patch(':id')
  @ForMember('views.change', JSON_BODY)
  async update(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<View>> {
    const change = readBody(viewChangeRule, body);
    return { data: viewJson(await this.views.update(accountId, personId, id, change)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('views.change')
  async remove(@SignedInMember() { accountId, personId }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.views.remove(accountId, personId, id);
  }
}

function viewJson({ id, name, parameters, shared }: feedback.View): View {
  const { usable, ignored } = readParameters(parameters);
  return { id, name, parameters: usable, ignored, shared };
}
