import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Account } from '@libs/accounts';
import type { ShownChangelogUseCases, ShownEntry } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrls } from '../config';
import { ForVisitor } from '../http/routes';
import { readerOf, type Reader } from '../languages/reader';
import { formPath, policyOf } from '../visitor-pages/frame';
import { versionOf } from '../visitor-pages/page-cache';
import { changelogNotFound, publicErrorPage } from '../visitor-pages/public-errors';
import { sendPage } from '../visitor-pages/stored-page';
import { asVisited, nullIfNotFound, redirectTo } from '../visitor-pages/visitor-account';
import type { ChangelogCache, CurrentChangelog } from './changelog-cache';
import { changelogAtom, changelogFeed, changelogJson } from './changelog-feeds';
import { changelogPage, entryPage, type RenderedEntry } from './changelog.page';
import { CHANGELOG_STYLE } from './changelog.style';
import { withHtml } from './markdown';

/** Dependencies of the pages of the changelog. */
export class ChangelogPageTools {
  constructor(
    readonly changelog: ShownChangelogUseCases,
    readonly cache: ChangelogCache,
    readonly urls: Pick<PublicUrls, 'form'>,
    readonly hasMail: boolean,
  ) {}
}

const HTML = 'text/html; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';
const FEED = 'application/feed+json; charset=utf-8';
const JSON_DATA = 'application/json; charset=utf-8';
const PAGE = { errorPage: publicErrorPage };

interface RenderedChangelog {
  readonly account: Account;
  readonly formUrl: string;
  readonly entries: readonly RenderedEntry[];
}

/** What is sent, and how it is rendered unless it is stored. */
interface Document {
  /** Differs for each document of an account. */
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly entries: readonly ShownEntry[];
  readonly render: (shown: RenderedChangelog, reader: Reader) => string;
}

/** `/f/<slug>/changelog`, its entries, and its feeds (changelog.md 5, changelog.md 6). */
@Controller('f')
export class ChangelogPagesController {
  constructor(private readonly tools: ChangelogPageTools) {}

  @Get(':slug/changelog')
  @ForVisitor(PAGE)
  async page(
    @Param('slug') slug: string,
    @Query('after') after: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { account, entries, version, now } = await this.current(slug, request);
    if (slug !== account.slug) return moved(account, 'changelog', request, reply);
    const { changelog } = this.tools;
    const page =
      typeof after === 'string' ? await changelog.pageAfter(account.id, after) : changelog.firstPage(entries);
    return this.send(
      account,
      {
        name: 'page',
        type: HTML,
        version: after === undefined ? version : versionOf(account, page, now),
        entries: page.items,
        render: (shown, reader) =>
          changelogPage({ ...shown, hasMore: page.hasMore, hasMail: this.tools.hasMail }, reader),
      },
      request,
      reply,
    );
  }

  @Get(':slug/changelog/:id')
  @ForVisitor(PAGE)
  async entry(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { account, entries, now } = await this.current(slug, request);
    if (slug !== account.slug) return moved(account, `changelog/${encodeURIComponent(id)}`, request, reply);
    const known = entries.find((one) => one.id === id.toLowerCase());
    const entry = known ?? (await this.tools.changelog.find(account.id, id));
    return this.send(
      account,
      {
        name: 'entry',
        type: HTML,
        version: versionOf(account, entry, now),
        entries: [entry],
        render: ({ entries: [rendered], ...site }, reader) =>
          entryPage({ ...site, entry: rendered! }, reader),
      },
      request,
      reply,
    );
  }

  @Get(':slug/changelog.atom')
  @ForVisitor()
  async atom(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.sendNewest(slug, ATOM, changelogAtom, request, reply);
  }

  @Get(':slug/changelog-feed.json')
  @ForVisitor()
  async feed(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.sendNewest(slug, FEED, changelogFeed, request, reply);
  }

  @Get(':slug/changelog.json')
  @ForVisitor()
  async json(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.sendNewest(slug, JSON_DATA, changelogJson, request, reply);
  }

  private async sendNewest(
    slug: string,
    type: string,
    render: typeof changelogAtom,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { account, entries, version } = await this.current(slug, request);
    return this.send(account, { name: type, type, version, entries, render }, request, reply);
  }

  /** @throws DomainError `not_found` if the account has no changelog */
  private async current(slug: string, request: FastifyRequest): Promise<CurrentChangelog> {
    const current = await this.tools.cache.of(slug).catch(nullIfNotFound);
    if (!asVisited(current && current.account, request).publicPages.changelog) throw changelogNotFound();
    return current!;
  }

  private async send(
    account: Account,
    { name, type, version, entries, render }: Document,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const reader = readerOf(request);
    const formUrl = this.tools.urls.form(account.slug);
    const key = `${name} ${reader.language}${reader.query}`;
    const page = await this.tools.cache.page({ version }, key, type, async () =>
      render({ account, formUrl, entries: await withHtml(entries) }, reader),
    );
    if (type === HTML)
      reply.header('content-security-policy', policyOf(CHANGELOG_STYLE, account.form.accent));
    return sendPage(page, account.publicPages.searchEngines, request, reply);
  }
}

function moved(account: Account, path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  redirectTo(`${formPath(account)}/${path}`, request, reply);
  return reply.send();
}
