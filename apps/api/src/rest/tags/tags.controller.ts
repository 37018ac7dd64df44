import { Controller, Delete, Get, HttpCode, Param, Patch, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { tagChangeRule, tagJson, TagUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ApiCaller, ForApiKey } from '../../http/routes';

/** tags.md 3 to tags.md 5. */
@Controller('api/v1/tags')
export class TagsController {
  constructor(private readonly tags: TagUseCases) {}

  @Get()
  @ForApiKey(['full', 'read'])
  async list(@ApiCaller() { accountId }: Caller) {
    return { data: (await this.tags.list(accountId)).map(tagJson) };
  }

  @Patch(':id')
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async revise(@ApiCaller() { accountId }: Caller, @Param('id') id: string, @Req() { body }: FastifyRequest) {
    const change = readBody(tagChangeRule, body);
    return { data: tagJson(await this.tags.revise(accountId, id, change)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ForApiKey(['full'])
  async remove(@ApiCaller() { accountId }: Caller, @Param('id') id: string) {
    await this.tags.remove(accountId, id);
  }
}
