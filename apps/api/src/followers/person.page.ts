import type { Follower, PersonItem, Status, WaitingCard } from '@libs/feedback';
import type { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { text } from '../http/html';
import { dateIn } from '../languages/language';
import { readerOf, type Reader } from '../languages/reader';
import { accountMark, formPath, framePage } from '../visitor-pages/frame';
import { button, type Shown } from './person.button';
import { PERSON_STYLE } from './person.style';
import { votesPanel } from './person.votes';

interface Person {
  readonly follower: Follower;
  readonly items: readonly PersonItem[];
  /** Cards that the person has not confirmed a vote for. */
  readonly votes: readonly WaitingCard[];
}

/** Everything that an address asks for, with buttons (following.md 5). */
export function personPage(shown: Shown, { follower, items, votes }: Person): string {
  const { follow } = shown.reader;
  const isOn = follower.no_mail_at === null;
  const canStop = isOn && follower.confirmed_at !== null;
  const rows = items.map((item) => itemRow(shown, item, canStop));
  const nothing =
    votes.length > 0 || hasSubscription(follower) ? '' : `<p class="words">${text(follow.empty)}</p>`;
  return page(
    shown,
    follow.heading,
    `${statePanel(shown, follower, { items, votes })}${subscriptionPanel(shown, follower)}
${rows.length > 0 ? `<ul class="card asked">\n${rows.join('\n')}\n</ul>` : nothing}
<section class="panel"><h2>${text(follow.data)}</h2><div class="ways">
${button(shown, { path: '/export', label: follow.download, look: 'plainly' })}
<a class="a" href="${text(`${shown.path}/erase${shown.reader.query}`)}">${text(follow.erase)}</a>
${isOn ? button(shown, { fields: { do: 'no_mail' }, label: follow.stopAll, look: 'plainly' }) : ''}
</div></section>`,
    follower.email,
  );
}

/** Whether messages are on, with the button that turns them on, and votes that wait. */
function statePanel(
  shown: Shown,
  { confirmed_at: confirmedAt, no_mail_at: noMailAt, changelog_asked_at: askedAt }: Follower,
  { items, votes }: Omit<Person, 'follower'>,
): string {
  const { follow } = shown.reader;
  if (noMailAt !== null) {
    const start = button(shown, { fields: { do: 'mail' }, label: follow.startAll });
    const panel = `<section class="card panel" role="status"><p>${text(follow.off)}</p>${start}</section>`;
    return panel + votesPanel(shown, votes, 'votes');
  }
  if (confirmedAt !== null)
    return `<p class="words" role="status">${text(follow.on)}</p>${votesPanel(shown, votes, 'confirm')}`;
  if (votes.length > 0) return votesPanel(shown, votes, 'confirm', follow.ask[1]);
  if (items.length === 0 && askedAt !== null) return '';
  const [heading, sentence] = follow.ask;
  const confirm = button(shown, { fields: { do: 'confirm' }, label: follow.confirm });
  return `<section class="card panel"><h2>${text(heading)}</h2><p>${text(sentence)}</p>${confirm}</section>`;
}

const hasSubscription = ({ changelog_at: at, changelog_asked_at: askedAt }: Follower): boolean =>
  at !== null || askedAt !== null;

/** The subscription to the changelog, or the question whether to subscribe (changelog.md 10). */
function subscriptionPanel(
  shown: Shown,
  { changelog_at: at, changelog_asked_at: askedAt, no_mail_at: noMailAt }: Follower,
): string {
  const { follow, pages } = shown.reader;
  if (at !== null) {
    const end = button(shown, { fields: { do: 'unsubscribe' }, label: follow.unsubscribe, look: 'plainly' });
    const words = noMailAt === null ? `<p class="words">${text(follow.subscribed)}</p>` : '';
    return `<section class="panel">${words}${end}</section>`;
  }
  if (askedAt === null) return '';
  const [heading, sentence] = follow.subscription;
  const subscribe = button(shown, { fields: { do: 'subscribe' }, label: pages.subscribe });
  const discard = button(shown, { fields: { do: 'unsubscribe' }, label: follow.discard, look: 'plainly' });
  return `<section class="card panel"><h2>${text(heading)}</h2><p>${text(sentence)}</p>${subscribe}${discard}</section>`;
}

function itemRow(shown: Shown, item: PersonItem, canStop: boolean): string {
  const { follow, language } = shown.reader;
  const [action, label] = item.isFollowed ? ['stop', follow.stop] : ['follow', follow.follow];
  const set = button(shown, { fields: { do: action, item: item.id }, label, look: 'plainly' });
  const since = item.since === null ? '' : ` · ${text(follow.since(dateIn(language, item.since)))}`;
  return `<li>${facts(shown.reader, item, since)}${canStop ? set : ''}</li>`;
}

const facts = (
  { pages, follow }: Reader,
  { title, status }: { readonly title: string | null; readonly status: Status },
  since = '',
): string =>
  `<p class="title" dir="auto">${text(title ?? follow.unnamed)}</p><p class="quiet">${text(pages.statuses[status])}${since}</p>`;

/** Asks once more. */
export function erasePage(shown: Shown): string {
  const { follow, query } = shown.reader;
  return page(
    shown,
    follow.eraseHeading,
    `<p class="words">${text(follow.eraseText(shown.account.name))}</p>
<div class="ways">${button(shown, { path: '/erase', label: follow.erase })}<a class="a" href="${text(shown.path + query)}">${text(follow.back)}</a></div>`,
  );
}

export const erasedPage = (shown: Omit<Shown, 'path'>): string =>
  page(
    shown,
    shown.reader.follow.erasedHeading,
    `<p class="words" role="status">${text(shown.reader.follow.erasedText(shown.account.name))}</p>`,
  );

/** After one request turned off all messages. */
export const offPage = (shown: Shown): string =>
  page(
    shown,
    shown.reader.follow.off,
    `<p class="ways"><a class="a" href="${text(shown.path + shown.reader.query)}">${text(shown.reader.follow.heading)}</a></p>`,
  );

/** Asks for an address, and says what happens, the same for every address (following.md 6). */
export function linkPage({ account, reader }: Omit<Shown, 'path'>, state: 'ask' | 'sent' | 'off'): string {
  const { follow, texts, query } = reader;
  if (state === 'off')
    return page({ account, reader }, follow.linkHeading, `<p class="words">${text(follow.noMail)}</p>`);
  if (state === 'sent') {
    const [heading, sentence] = follow.linkSent;
    return page({ account, reader }, heading, `<p class="words" role="status">${text(sentence)}</p>`);
  }
  return page(
    { account, reader },
    follow.linkHeading,
    `<p class="words">${text(follow.linkText)}</p>
<form class="card" method="post" action="${text(`${formPath(account)}/me${query}`)}"><label for="email">${text(texts.fields.submitter_email)}</label>
<input id="email" name="email" type="email" required autocomplete="email" inputmode="email"><button>${text(follow.sendLink)}</button></form>`,
  );
}

/** The page of a submission without mail: null if the item is not found (following.md 7). */
export const itemPage = (
  shown: Omit<Shown, 'path'>,
  item: { readonly title: string | null; readonly status: Status } | null,
): string =>
  page(
    shown,
    shown.reader.follow.heading,
    item
      ? `<ul class="card asked"><li>${facts(shown.reader, item)}</li></ul>`
      : `<p class="words">${text(shown.reader.follow.empty)}</p>`,
  );

function page(
  { account, reader }: Omit<Shown, 'path'>,
  heading: string,
  body: string,
  email?: string,
): string {
  const address = email === undefined ? '' : `<p class="quiet"><bdi>${text(email)}</bdi></p>`;
  return framePage({
    title: `${heading} · ${account.name}`,
    reader,
    style: PERSON_STYLE,
    accent: account.form.accent,
    body: `<div class="who">${accountMark(account, true)}</div>\n<h1>${text(heading)}</h1>${address}\n${body}`,
  });
}

/** The error page of the pages of people. A link that does not work leads to the page that sends one. */
export function personErrorPage(error: DomainError, status: number, request: FastifyRequest): string {
  const reader = readerOf(request);
  const { unavailable, tooMany, other } = reader.texts.failures;
  const [heading, sentence] =
    { 404: reader.pages.missing, 429: [tooMany[0], ''], 503: unavailable }[status] ?? other;
  const slug = (request.params as { readonly slug?: string }).slug ?? '';
  const link =
    error.code === 'link_invalid'
      ? `<p><a href="${text(`${formPath({ slug })}/me${reader.query}`)}">${text(reader.follow.linkHeading)}</a></p>`
      : '';
  const body = `<h1>${text(heading!)}</h1><p class="words">${text(sentence!)}</p>${link}`;
  return framePage({ title: heading!, body, reader, style: PERSON_STYLE, kind: 'plain' });
}
