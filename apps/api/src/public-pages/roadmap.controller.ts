import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { AccountUseCases } from '@libs/accounts';
import {
  cardEnded,
  cardNotFound,
  titleRule,
  type ShownCardUseCases,
  type ShownChangelogUseCases,
  type ShownEntry,
  type WaitingVoteUseCases,
} from '@libs/feedback';
import type { Clock, Issue } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrls } from '../config';
import { ForVisitor } from '../http/routes';
import { readerOf, type Reader } from '../languages/reader';
import { formPath, policyOf } from '../visitor-pages/frame';
import { publicErrorPage, roadmapNotFound } from '../visitor-pages/public-errors';
import { sendPage, storedPage } from '../visitor-pages/stored-page';
import { asVisited, nullIfNotFound, redirectToPage, visitedAccount } from '../visitor-pages/visitor-account';
import { cardPage } from './card.page';
import { roadmapAtom, roadmapFeed, roadmapJson, similarCardsJson, sitemap } from './feeds';
import type { CurrentRoadmap, RoadmapCache } from './roadmap-cache';
import { roadmapPage } from './roadmap.page';
import { CARD_STYLE, ROADMAP_STYLE } from './roadmap.style';

/** The newest entries of the changelog of an account. */
interface NewestEntries {
  of(slug: string): Promise<{ readonly entries: readonly ShownEntry[]; readonly version: string }>;
}

/** Dependencies of the public pages. */
export class PublicPageTools {
  constructor(
    readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    readonly cards: ShownCardUseCases,
    readonly changelog: Pick<ShownChangelogUseCases, 'about'>,
    readonly newestEntries: NewestEntries,
    readonly votes: Pick<WaitingVoteUseCases, 'hasMail'>,
    readonly cache: RoadmapCache,
    readonly urls: Pick<PublicUrls, 'form'>,
    readonly clock: Clock,
  ) {}
}

const HTML = 'text/html; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const PAGE = { errorPage: publicErrorPage };

/** What is made from a roadmap. */
const DOCUMENTS = {
  page: { type: HTML, render: roadmapPage },
  json: { type: 'application/json; charset=utf-8', render: roadmapJson },
  atom: { type: 'application/atom+xml; charset=utf-8', render: roadmapAtom },
  feed: { type: 'application/feed+json; charset=utf-8', render: roadmapFeed },
} as const;

/** `/f/<slug>/roadmap`, its cards, and its feeds (public.md 4, public.md 6). */
@Controller('f')
export class RoadmapController {
  constructor(private readonly tools: PublicPageTools) {}

  @Get(':slug/roadmap')
  @ForVisitor(PAGE)
  async page(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const roadmap = await this.roadmap(slug, request);
    if (slug !== roadmap.account.slug) return redirectToPage(roadmap.account, 'roadmap', request, reply);
    const { accent } = roadmap.account.form;
    reply.header('content-security-policy', policyOf(ROADMAP_STYLE, accent));
    return this.send('page', roadmap, request, reply);
  }

  @Get(':slug/roadmap.json')
  @ForVisitor()
  async json(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const roadmap = await this.roadmap(slug, request);
    return this.send('json', roadmap, request, reply);
  }

  /** Also of an account that has only a changelog. */
  @Get(':slug/sitemap.xml')
  @ForVisitor()
  async sitemap(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const roadmap = await this.tools.cache.of(slug).catch(nullIfNotFound);
    const { publicPages, slug: current } = asVisited(roadmap && roadmap.account, request);
    if (!publicPages.searchEngines || !(publicPages.roadmap || publicPages.changelog))
      throw roadmapNotFound();
    const { cache, newestEntries, urls } = this.tools;
    const changelog = publicPages.changelog ? await newestEntries.of(slug) : null;
    const columns = publicPages.roadmap ? roadmap!.columns : null;
    const version = `${roadmap!.version} ${changelog?.version}`;
    const page = await cache.page(version, 'sitemap', async () =>
      storedPage(
        XML,
        sitemap({ columns, entries: changelog && changelog.entries, formUrl: urls.form(current) }),
      ),
    );
    return sendPage(page, true, request, reply);
  }

  @Get(':slug/roadmap.atom')
  @ForVisitor()
  async atom(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const roadmap = await this.roadmap(slug, request);
    return this.send('atom', roadmap, request, reply);
  }

  @Get(':slug/feed.json')
  @ForVisitor()
  async jsonFeed(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const roadmap = await this.roadmap(slug, request);
    return this.send('feed', roadmap, request, reply);
  }

  @Get(':slug/items/:id')
  @ForVisitor(PAGE)
  async card(
    @Param('slug') slug: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { accounts, cards, changelog, urls, clock } = this.tools;
    const account = await visitedAccount(accounts, slug, request);
    if (slug !== account.slug)
      return redirectToPage(account, `items/${encodeURIComponent(id)}`, request, reply);
    const found = await cards.find(account.id, id);
    if (found.kind === 'none') throw cardNotFound();
    if (found.kind === 'ended') throw cardEnded();
    const reader = readerOf(request);
    if (found.kind === 'merged')
      return reply
        .code(301)
        .header('location', `${formPath(account)}/items/${found.into}${reader.query}`)
        .send();
    reply.header('content-security-policy', policyOf(CARD_STYLE, account.form.accent));
    const formUrl = urls.form(account.slug);
    const entries = account.publicPages.changelog ? await changelog.about(account.id, found.card.id) : [];
    const shown = { account, ...found, entries, now: clock(), formUrl, hasMail: this.tools.votes.hasMail };
    const page = storedPage(HTML, cardPage(shown, reader));
    return sendPage(page, account.publicPages.searchEngines, request, reply);
  }

  /** Cards that are similar to a title, for the form (public.md 7). */
  @Get(':slug/similar')
  @ForVisitor()
  async similar(@Param('slug') slug: string, @Query('title') title: unknown, @Req() request: FastifyRequest) {
    const account = await visitedAccount(this.tools.accounts, slug, request);
    const { roadmap, statuses } = account.publicPages;
    const isAsked = roadmap && isTitle(title);
    const cards = isAsked ? await this.tools.cards.similar(account.id, statuses, title) : [];
    return similarCardsJson(cards, formPath(account), readerOf(request));
  }

  /** @throws DomainError `not_found` if the account has no roadmap */
  private async roadmap(slug: string, request: FastifyRequest): Promise<CurrentRoadmap> {
    const roadmap = await this.tools.cache.of(slug).catch(nullIfNotFound);
    if (!asVisited(roadmap && roadmap.account, request).publicPages.roadmap) throw roadmapNotFound();
    return roadmap!;
  }

  private async send(
    name: keyof typeof DOCUMENTS,
    roadmap: CurrentRoadmap,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { type, render } = DOCUMENTS[name];
    const shown = { ...roadmap, formUrl: this.tools.urls.form(roadmap.account.slug) };
    const page = { name, type, render: (reader: Reader) => render(shown, reader) };
    return this.tools.cache.send(roadmap, page, request, reply);
  }
}

/** Whether an item can have the title: anyone can send any text, and comparing it takes time. */
function isTitle(value: unknown): value is string {
  const issues: Issue[] = [];
  titleRule.read(value, 'title', issues);
  return issues.length === 0;
}
