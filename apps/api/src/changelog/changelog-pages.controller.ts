import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Account } from '@libs/accounts';
import type { ShownChangelogUseCases, ShownEntry } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrls } from '../config';
import { ForVisitor } from '../http/routes';
import type { Reader } from '../languages/reader';
import { policyOf } from '../visitor-pages/frame';
import { versionOf, type Renderable } from '../visitor-pages/page-cache';
import { changelogNotFound, publicErrorPage } from '../visitor-pages/public-errors';
import { asVisited, nullIfNotFound, redirectToPage } from '../visitor-pages/visitor-account';
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
interface Document extends Omit<Renderable, 'render'> {
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
    @Query('after') last: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { account, entries, version, now } = await this.current(slug, request);
    if (slug !== account.slug) return redirectToPage(account, 'changelog', request, reply);
    const { changelog } = this.tools;
    const after = typeof last === 'string' ? last.toLowerCase() : null;
    const page = after === null ? changelog.firstPage(entries) : await changelog.pageAfter(account.id, after);
    return this.send(
      account,
      {
        name: 'page',
        type: HTML,
        version: after === null ? version : versionOf(account, [page, after], now),
        entries: page.items,
        render: (shown, reader) =>
          changelogPage({ ...shown, after, hasMore: page.hasMore, hasMail: this.tools.hasMail }, reader),
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
    if (slug !== account.slug)
      return redirectToPage(account, `changelog/${encodeURIComponent(id)}`, request, reply);
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
    if (type === HTML)
      reply.header('content-security-policy', policyOf(CHANGELOG_STYLE, account.form.accent));
    const page = {
      name,
      type,
      render: async (reader: Reader) => {
        const formUrl = this.tools.urls.form(account.slug);
        return render({ account, formUrl, entries: await withHtml(entries) }, reader);
      },
    };
    return this.tools.cache.send({ account, version }, page, request, reply);
  }
}
