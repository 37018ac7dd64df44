import type { PublicPages } from '@libs/accounts';
import type { ShownCard } from '@libs/feedback';
import { daysAgo, plural } from '../languages/language';
import type { Reader } from '../languages/reader';

export interface CardContext {
  readonly now: Date;
  readonly publicPages: PublicPages;
  readonly reader: Reader;
}

/** What a roadmap says about a card besides its texts: how many people ask for it and vote for it, and when it moved. */
export const cardFacts = (card: ShownCard, context: CardContext): string[] =>
  [requestsText(card, context), votesText(card, context), movedText(card, context)].filter(Boolean);

/** How many people ask for a card; empty if no one does or the account does not show it. */
export const requestsText = ({ requestCount }: ShownCard, { publicPages, reader }: CardContext): string =>
  requestCount === 0 || publicPages.counts === 'none'
    ? ''
    : plural(reader.language, requestCount, reader.pages.requests);

/** How many votes a card has, as `requestsText` (votes.md 5). */
export const votesText = ({ unconfirmedVotes }: ShownCard, { publicPages, reader }: CardContext): string =>
  unconfirmedVotes === 0 || publicPages.counts !== 'all'
    ? ''
    : plural(reader.language, unconfirmedVotes, reader.pages.votes);

const DAY_MS = 86_400_000;

/** When a card moved, in calendar days of UTC. */
export function movedText({ movedAt }: ShownCard, { now, reader }: CardContext): string {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(movedAt) / DAY_MS);
  return reader.pages.moved(daysAgo(reader.language, Math.max(0, days)));
}
