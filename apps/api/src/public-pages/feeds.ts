import type { Account } from '@libs/accounts';
import type { CardMove, Column, ShownCard, ShownEntry } from '@libs/feedback';
import { text, xml } from '../http/html';
import { directionOf } from '../languages/language';
import type { Reader } from '../languages/reader';
import { atomFeed, jsonFeed } from '../visitor-pages/feed';
import { cardFacts } from './card-facts';

type FeedAccount = Pick<Account, 'name' | 'publicPages'>;

export interface Feed {
  readonly account: FeedAccount;
  /** The newest one first. */
  readonly moves: readonly CardMove[];
  /** URL of the account's form, with the origin of the service. */
  readonly formUrl: string;
}

const cardUrl = (formUrl: string, { id }: ShownCard): string => `${formUrl}/items/${id}`;
/** Identifies a move. It stays when the title of the card changes. */
const moveId = (formUrl: string, { card, status, at }: CardMove): string =>
  `${cardUrl(formUrl, card)}#${status}-${Date.parse(at)}`;
const titleOf = ({ card, status }: CardMove, { pages, texts }: Reader): string =>
  texts.labeled(pages.statuses[status], card.title);

/** Moves as an Atom feed (public.md 6). */
export function roadmapAtom({ account, moves, formUrl }: Feed, reader: Reader): string {
  const entries = moves.map((move) => {
    const { card, at } = move;
    const content = card.text ? `<content type="text">${xml(card.text)}</content>` : '';
    return `<entry><id>${text(moveId(formUrl, move))}</id><title>${xml(titleOf(move, reader))}</title><link href="${text(cardUrl(formUrl, card))}"/><published>${at}</published><updated>${at}</updated>${content}</entry>`;
  });
  const self = `${formUrl}/roadmap.atom`;
  return atomFeed({ ...feedOf(account, formUrl, reader), self }, { entries, updated: moves[0]?.at }, reader);
}

/** Moves as a JSON Feed (public.md 6). */
export const roadmapFeed = ({ account, moves, formUrl }: Feed, reader: Reader): string =>
  jsonFeed(
    { ...feedOf(account, formUrl, reader), self: `${formUrl}/feed.json` },
    moves.map((move) => ({
      id: moveId(formUrl, move),
      url: cardUrl(formUrl, move.card),
      title: titleOf(move, reader),
      // An item must have content.
      content_text: move.card.text || move.card.title,
      date_published: move.at,
    })),
    reader,
  );

const feedOf = ({ name }: FeedAccount, formUrl: string, { pages }: Reader) => ({
  title: pages.roadmapOf(name),
  author: name,
  url: `${formUrl}/roadmap`,
});

interface RoadmapData {
  readonly account: FeedAccount;
  readonly columns: readonly Column[];
  readonly now: Date;
  readonly formUrl: string;
}

/** The cards of the roadmap for the account's own pages, with the texts of `roadmap.js` (public.md 6). */
export function roadmapJson({ account, columns, now, formUrl }: RoadmapData, reader: Reader): string {
  const { language, pages } = reader;
  const { publicPages } = account;
  const { counts } = publicPages;
  return JSON.stringify({
    data: columns.map(({ status, cards }) => ({
      status,
      label: pages.statuses[status],
      note: status === 'shipped' ? pages.recently : null,
      cards: cards.map((card) => ({
        id: card.id,
        url: cardUrl(formUrl, card),
        title: card.title,
        text: card.text,
        request_count: counts === 'none' ? null : card.requestCount,
        unconfirmed_votes: counts === 'all' ? card.unconfirmedVotes : null,
        published_at: card.publishedAt,
        moved_at: card.movedAt,
        facts: cardFacts(card, { now, publicPages, reader }),
      })),
    })),
    name: account.name,
    title: pages.roadmapOf(account.name),
    empty: pages.emptyColumn,
    url: `${formUrl}/roadmap`,
    language,
    direction: directionOf(language),
  });
}

/** Cards that are similar to what a visitor writes (public.md 7). */
export const similarCardsJson = (cards: readonly ShownCard[], path: string, { pages, query }: Reader) => ({
  data: cards.map(({ id, title, status }) => ({
    title,
    status: pages.statuses[status],
    url: `${path}/items/${id}${query}`,
  })),
});

interface Sitemap {
  /** Null without a roadmap. */
  readonly columns: readonly Column[] | null;
  /** Null without a changelog. */
  readonly entries: readonly ShownEntry[] | null;
  readonly formUrl: string;
}

/** The public pages for search engines (sitemaps.org; public.md 6). */
export function sitemap({ columns, entries, formUrl }: Sitemap): string {
  const url = (loc: string, at?: string) =>
    `<url><loc>${text(loc)}</loc>${at === undefined ? '' : `<lastmod>${at}</lastmod>`}</url>`;
  const cards = columns?.flatMap((column) => column.cards) ?? [];
  const urls = [
    ...(columns ? [url(`${formUrl}/roadmap`)] : []),
    ...cards.map((card) => url(cardUrl(formUrl, card), card.movedAt)),
    ...(entries ? [url(`${formUrl}/changelog`)] : []),
    ...(entries ?? []).map(({ id, updatedAt }) => url(`${formUrl}/changelog/${id}`, updatedAt)),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
