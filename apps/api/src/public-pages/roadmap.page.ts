import type { Account } from '@libs/accounts';
import type { Column, ShownCard } from '@libs/feedback';
import { text } from '../http/html';
import { numberIn } from '../languages/language';
import type { Reader } from '../languages/reader';
import { accountMark, formButton, framePage } from '../visitor-pages/frame';
import { shareTags } from '../visitor-pages/share-tags';
import { movedText, requestsText, votesText, type CardContext } from './card-facts';
import { ROADMAP_STYLE } from './roadmap.style';

/** What a roadmap shows, at a time. */
export interface Roadmap {
  readonly account: Pick<Account, 'name' | 'slug' | 'form' | 'publicPages'>;
  readonly columns: readonly Column[];
  readonly now: Date;
  /** URL of the account's form, with the origin of the service. */
  readonly formUrl: string;
}

/** The roadmap of an account (public.md 4). */
export function roadmapPage({ account, columns, now, formUrl }: Roadmap, reader: Reader): string {
  const { pages, query, language } = reader;
  const { name, form, publicPages } = account;
  const title = pages.roadmapOf(name);
  const introduction = publicPages.introduction;
  const anchors = columns.map(
    ({ status, cards }) =>
      `<a href="#${status}">${pages.statuses[status]} ${numberIn(language, cards.length)}</a>`,
  );
  const lists = columns.map(({ status, cards }) => {
    const count = `<span>${numberIn(language, cards.length)}</span>`;
    const recently = status === 'shipped' ? `<small class="when">${pages.recently}</small>` : '';
    const items = cards.map((card) => cardItem(card, { now, publicPages, reader }));
    const list =
      items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : `<p class="none">${pages.emptyColumn}</p>`;
    return `<section id="${status}" aria-labelledby="${status}-h"><h2 class="status ${status}" id="${status}-h">${pages.statuses[status]} ${count}${recently}</h2>${list}</section>`;
  });
  return framePage({
    title,
    reader,
    style: ROADMAP_STYLE,
    accent: form.accent,
    kind: 'wide',
    isListed: publicPages.searchEngines,
    head:
      shareTags({ title, description: introduction, url: `${formUrl}/roadmap`, account }) +
      `<link rel="alternate" type="application/atom+xml" href="roadmap.atom${query}"><link rel="alternate" type="application/feed+json" href="feed.json${query}">`,
    body: `<header><div class="who">${accountMark(account, true)}</div>${formButton(account, reader)}</header>
<h1>${pages.roadmap}</h1>
${introduction === null ? '' : `<p class="words" dir="auto">${text(introduction)}</p>`}
<nav aria-label="${pages.roadmap}">${anchors.join('')}</nav>
<div class="columns">
${lists.join('\n')}
</div>
<p class="foot"><a href="roadmap.atom${query}">${pages.feed}</a>${publicPages.changelog ? ` · <a href="changelog${query}">${pages.changelog}</a>` : ''}</p>`,
  });
}

function cardItem(card: ShownCard, context: CardContext): string {
  const facts = [requestsOf(card, context), votesOf(card, context), movedOf(card, context)];
  return `<li><a href="items/${card.id}${context.reader.query}"><strong dir="auto">${text(card.title)}</strong><small>${facts.filter(Boolean).join(' · ')}</small></a></li>`;
}

/** How many people ask for a card, in HTML; empty if the account does not show it. */
export const requestsOf = (card: ShownCard, context: CardContext): string =>
  counted(requestsText(card, context), card.requestCount, context.reader);

/** How many votes a card has, as `requestsOf`. */
export const votesOf = (card: ShownCard, context: CardContext): string =>
  counted(votesText(card, context), card.unconfirmedVotes, context.reader);

function counted(fact: string, value: number, { language }: Reader): string {
  const number = numberIn(language, value);
  return text(fact).replace(number, `<b>${number}</b>`);
}

/** When a card moved, in HTML. */
export const movedOf = (card: ShownCard, context: CardContext): string =>
  `<time datetime="${card.movedAt}">${text(movedText(card, context))}</time>`;
