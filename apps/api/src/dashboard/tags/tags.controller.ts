import { Controller, Delete, Get, HttpCode, Param, Patch, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, TagItem } from '@libs/contract';
import { tagChangeRule, tagJson, TagUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ForMember } from '../../http/routes';
import { SignedInMember } from '../dashboard-pipeline';

/** Tags of the signed-in owner's account (dashboard.md 9). */
@Controller('app/api/tags')
export class TagsController {
  constructor(private readonly tags: TagUseCases) {}

  @Get()
  @ForMember('read')
  async list(@SignedInMember() { accountId }: SignedIn): Promise<Data<readonly TagItem[]>> {
    return { data: (await this.tags.list(accountId)).map(tagJson) };
  }

  @Patch(':id')
  @ForMember('items.change', { consumes: ['application/json'] })
  async revise(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<TagItem>> {
    const change = readBody(tagChangeRule, body);
    return { data: tagJson(await this.tags.revise(accountId, id, change)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForMember('items.change')
  async remove(@SignedInMember() { accountId }: SignedIn, @Param('id') id: string): Promise<void> {
    await this.tags.remove(accountId, id);
  }
}
