import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiKeyUseCases } from '@libs/accounts';
import type { ChangelogEntry, Data, ListPage } from '@libs/contract';
import { ChangelogUseCases, entryChangeRule, entryJson, newEntryRule } from '@libs/feedback';
import type * as feedback from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { PublicUrls } from '../config';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { By, slugOf, type Author } from '../http/requester';
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
    private readonly keys: ApiKeyUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @For(READ, { query: true })
  async list(@By() { accountId }: Author, @Req() request: FastifyRequest): Promise<ListPage<ChangelogEntry>> {
    const query = entriesQuery(request.query as Query, accountId, this.cursors);
    const page = await this.changelog.list(accountId, query);
    return entriesJson(page, query, { accountId, formUrl: await this.formUrl(request) }, this.cursors);
  }

  @Get(':id')
  @For(READ)
  async read(
    @By() { accountId }: Author,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<Data<ChangelogEntry>> {
    return this.responseTo(request, await this.changelog.read(accountId, id));
  }

  @Post()
  @For(CHANGE, { consumes: ['application/json'] })
  async create(@By() { accountId }: Author, @Req() request: FastifyRequest): Promise<Data<ChangelogEntry>> {
    const input = readBody(newEntryRule(clock()), request.body);
    return this.responseTo(request, await this.changelog.create(accountId, input));
  }

  @Patch(':id')
  @For(CHANGE, { consumes: ['application/json', 'application/merge-patch+json'] })
  async change(
    @By() { accountId, actor }: Author,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<Data<ChangelogEntry>> {
    const change = readBody(entryChangeRule, request.body);
    return this.responseTo(request, await this.changelog.change(accountId, id, change, actor));
  }

  @Delete(':id')
  @HttpCode(204)
  @For(CHANGE)
  async remove(@By() { accountId }: Author, @Param('id') id: string): Promise<void> {
    await this.changelog.remove(accountId, id);
  }

  private async responseTo(request: FastifyRequest, entry: feedback.ChangelogEntry) {
    return { data: entryJson(entry, await this.formUrl(request)) };
  }

  private async formUrl(request: FastifyRequest): Promise<string> {
    return this.urls.form(await slugOf(request, this.keys));
  }
}
