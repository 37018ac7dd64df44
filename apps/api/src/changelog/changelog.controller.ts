import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { ChangelogEntry, Data, ListPage } from '@libs/contract';
import { ChangelogUseCases, entryChangeRule, entryJson, newEntryRule } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { entriesJson, entriesQuery } from './changelog.http';

const READ = { key: ['full', 'read'], member: 'read' } as const;
const CHANGE = { key: ['full'], member: 'items.change' } as const;

/** changelog.md 2 */
@Controller(doors('changelog'))
export class ChangelogController {
  constructor(
    private readonly changelog: ChangelogUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @For(READ, { query: true })
  async list(
    @By() { accountId }: Author,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<ChangelogEntry>> {
    const request = entriesQuery(query as Query, accountId, this.cursors);
    return entriesJson(await this.changelog.list(accountId, request), request, accountId, this.cursors);
  }

  @Get(':id')
  @For(READ)
  async read(@By() { accountId }: Author, @Param('id') id: string): Promise<Data<ChangelogEntry>> {
    return { data: entryJson(await this.changelog.read(accountId, id)) };
  }

  @Post()
  @For(CHANGE, { consumes: ['application/json'] })
  async create(@By() { accountId }: Author, @Req() { body }: FastifyRequest): Promise<Data<ChangelogEntry>> {
    return { data: entryJson(await this.changelog.create(accountId, readBody(newEntryRule, body))) };
  }

  @Patch(':id')
  @For(CHANGE, { consumes: ['application/json', 'application/merge-patch+json'] })
  async change(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<ChangelogEntry>> {
    const change = readBody(entryChangeRule, body);
    return { data: entryJson(await this.changelog.change(accountId, id, change, actor)) };
  }

  @Delete(':id')
  @HttpCode(204)
  @For(CHANGE)
  async remove(@By() { accountId }: Author, @Param('id') id: string): Promise<void> {
    await this.changelog.remove(accountId, id);
  }
}
