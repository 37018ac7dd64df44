import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { ChangelogPreview, Data, EntryAudience, UnusedCard } from '@libs/contract';
import { ChangelogDraftUseCases, ChangelogUseCases, entryPreviewRule } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { SignedInMember } from '../http/requester';
import { ForMember } from '../http/routes';
import { readerOf } from '../languages/reader';
import { entryPage } from './changelog.page';
import { markdownHtml } from './markdown';

/** What the dashboard needs to write entries (changelog.md 7). */
@Controller('app/api/changelog')
export class ChangelogDraftsController {
  constructor(
    private readonly drafts: ChangelogDraftUseCases,
    private readonly changelog: ChangelogUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Get('unused-cards')
  @ForMember('items.change')
  async unusedCards(@SignedInMember() { accountId }: SignedIn): Promise<Data<readonly UnusedCard[]>> {
    const cards = await this.drafts.unusedCards(accountId);
    return {
      data: cards.map(({ id, title, text, movedAt }) => ({ id, title, text, moved_at: movedAt })),
    };
  }

  @Post('audience')
  @HttpCode(200)
  @ForMember('items.change', { consumes: ['application/json'] })
  async audience(
    @SignedInMember() { accountId }: SignedIn,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<EntryAudience>> {
    const { items = [] } = readBody(entryPreviewRule(clock()), body);
    return { data: await this.changelog.audience(accountId, items) };
  }

  @Post('preview')
  @HttpCode(200)
  @ForMember('read', { consumes: ['application/json'] })
  async preview(
    @SignedInMember() { accountId, account }: SignedIn,
    @Req() request: FastifyRequest,
  ): Promise<Data<ChangelogPreview>> {
    const input = readBody(entryPreviewRule(clock()), request.body);
    const { entry, items } = await this.drafts.preview(accountId, input);
    request.accountLanguage = account.form.language;
    const site = { account, formUrl: this.urls.form(account.slug) };
    const html = entryPage(
      { ...site, entry: { ...entry, html: markdownHtml(entry.text) } },
      readerOf(request),
    );
    return { data: { html, items: items.map(({ id, title, status }) => ({ id, title, status })) } };
  }
}
