import type { Account } from '@libs/accounts';
import { isOpenForVotes, VOTER_NAME_MAX, type Move, type ShownCard, type ShownEntry } from '@libs/feedback';
import { EMAIL_MAX } from '@libs/kernel';
import { text } from '../http/html';
import { dateIn } from '../languages/language';
import type { Reader } from '../languages/reader';
import { accountMark, formButton, framePage } from '../visitor-pages/frame';
import { shareTags } from '../visitor-pages/share-tags';
import { cardData } from './card-data';
import { linkedText } from './linked-text';
import { movedOf, requestsOf, votesOf } from './roadmap.page';
import { CARD_STYLE } from './roadmap.style';

interface ShownPage {
  readonly account: Pick<Account, 'name' | 'slug' | 'form' | 'publicPages'>;
  readonly card: ShownCard;
  /** The newest one first. */
  readonly moves: readonly Move[];
  /** Entries of the changelog about it; none without a changelog. */
  readonly entries: readonly Pick<ShownEntry, 'id' | 'title'>[];
  readonly now: Date;
  readonly formUrl: string;
  /** Whether votes can have an address. */
  readonly hasMail: boolean;
}

/** The page of a card (public.md 4). */
export function cardPage(
  { account, card, moves, entries, now, formUrl, hasMail }: ShownPage,
  reader: Reader,
): string {
  const { pages, query, language } = reader;
  const { name, form, publicPages } = account;
  const context = { now, publicPages, reader };
  const url = `${formUrl}/items/${card.id}`;
  const home = publicPages.roadmap
    ? `<a href="../roadmap${query}"><span dir="auto">${text(name)}</span> · ${pages.roadmap}</a>`
    : `<span dir="auto">${text(name)}</span>`;
  const facts = [requestsOf(card, context), votesOf(card, context), movedOf(card, context)].filter(Boolean);
  const vote =
    publicPages.votes && isOpenForVotes(card.status)
      ? `<form class="vote" method="post" action="${card.id}/votes${query}">${hasMail ? voterFields(reader) : ''}<button>${pages.vote}</button></form>\n`
      : '';
  const steps = moves.map(
    ({ status, at }) =>
      `<li><span class="pill status ${status}">${pages.statuses[status]}</span><time datetime="${at}">${dateIn(language, at)}</time></li>`,
  );
  const isListed = publicPages.searchEngines;
  return framePage({
    title: `${card.title} · ${name}`,
    reader,
    style: CARD_STYLE,
    accent: form.accent,
    isListed,
    head:
      shareTags({ title: card.title, description: card.text, url, account }) +
      (isListed ? cardData(card, { url, name }) : ''),
    body: `<header><div class="who">${accountMark(account, false)}${home}</div>${formButton(account, reader)}</header>
<h1 dir="auto">${text(card.title)}</h1>
<p class="facts"><span class="pill status ${card.status}">${pages.statuses[card.status]}</span>${facts.map((fact) => `<span>${fact}</span>`).join('')}</p>
${card.text ? `<div class="card"><p class="text" dir="auto">${linkedText(card.text)}</p></div>` : ''}
${vote}${changelogOf(entries, reader)}<section class="moves"><h2>${pages.progress}</h2><ol>
${steps.join('\n')}
</ol></section>`,
  });
}

/** Who votes, which can be left empty (votes.md 9). */
function voterFields({ pages, texts }: Reader): string {
  const label = (field: string, name: string) =>
    `<label for="${field}">${name} <small>${texts.optional}</small></label>`;
  return `<p id="voter">${pages.voterHint}</p>
${label('email', texts.fields.submitter_email)}<input id="email" name="email" type="email" maxlength="${EMAIL_MAX}" autocomplete="email" aria-describedby="voter">
${label('name', pages.voterName)}<input id="name" name="name" maxlength="${VOTER_NAME_MAX}" autocomplete="name">
`;
}

function changelogOf(entries: ShownPage['entries'], { pages, query }: Reader): string {
  if (entries.length === 0) return '';
  const links = entries.map(
    ({ id, title }) =>
      `<li><a href="../changelog/${id}${query}"><strong dir="auto">${text(title)}</strong></a></li>`,
  );
  return `<section class="moves"><h2>${pages.changelog}</h2><ul>${links.join('')}</ul></section>\n`;
}
