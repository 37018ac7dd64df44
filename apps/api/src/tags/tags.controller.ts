import { Controller, Delete, Get, HttpCode, Param, Patch, Req } from '@nestjs/common';
import type { Data, TagItem } from '@libs/contract';
import { tagChangeRule, tagJson, TagUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';

/** tags.md 3 to tags.md 5. */
@Controller(doors('tags'))
export class TagsController {
  constructor(private readonly tags: TagUseCases) {}

  @Get()
  @For({ key: ['full', 'read'], member: 'read' })
  async list(@By() { accountId }: Author): Promise<Data<readonly TagItem[]>> {
    return { data: (await this.tags.list(accountId)).map(tagJson) };
  }

  @Patch(':id')
  @For({ key: ['full'], member: 'items.change' }, { consumes: ['application/json'] })
  async revise(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<TagItem>> {
    const change = readBody(tagChangeRule, body);
    return { data: tagJson(await this.tags.revise(accountId, id, change, actor)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @For({ key: ['full'], member: 'items.change' })
  async remove(@By() { accountId, actor }: Author, @Param('id') id: string): Promise<void> {
    await this.tags.remove(accountId, id, actor);
  }
}
