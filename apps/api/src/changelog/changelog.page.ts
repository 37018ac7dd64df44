import type { ShownEntry } from '@libs/feedback';
import { text } from '../http/html';
import { dateIn, monthIn } from '../languages/language';
import type { Reader } from '../languages/reader';
import { accountMark, formButton, framePage, type PageAccount } from '../visitor-pages/frame';
import { shareTags } from '../visitor-pages/share-tags';
import { CHANGELOG_STYLE } from './changelog.style';
import { startOfText } from './markdown';

interface ChangelogSite {
  readonly account: PageAccount;
  /** URL of the account's form, with the origin of the service. */
  readonly formUrl: string;
}

/** How much of a text is parsed for its description, in code points. */
const DESCRIPTION_SOURCE_MAX = 1_000;

/** An entry, and the HTML of its text. */
export type RenderedEntry = ShownEntry & { readonly html: string };

interface Shown extends ChangelogSite {
  readonly entries: readonly RenderedEntry[];
  /** ID of the entry before them; null on the first page. */
  readonly after: string | null;
  /** Whether there are older entries. */
  readonly hasMore: boolean;
  /** Whether visitors can subscribe. */
  readonly hasMail: boolean;
}

/** Entries by month (changelog.md 5). */
export function changelogPage(
  { account, entries, after, hasMore, hasMail, formUrl }: Shown,
  reader: Reader,
): string {
  const { pages, query, language } = reader;
  const { name, form, publicPages } = account;
  const title = pages.changelogOf(name);
  const url = `${formUrl}/changelog${after === null ? '' : `?after=${after}`}`;
  const sections = byMonth(entries).map(([first, ...others]) => {
    const id = first.publishedAt.slice(0, 7);
    const articles = [first, ...others].map((entry) => article(entry, reader));
    return `<section aria-labelledby="m${id}"><h2 id="m${id}">${text(monthIn(language, first.publishedAt))}</h2>
${articles.join('\n')}
</section>`;
  });
  const older = `changelog?after=${entries.at(-1)?.id}${query.replace('?', '&amp;')}`;
  const links = [
    `<a href="changelog.atom${query}">${pages.feed}</a>`,
    ...(publicPages.roadmap ? [`<a href="roadmap${query}">${pages.roadmap}</a>`] : []),
  ];
  return framePage({
    title,
    reader,
    style: CHANGELOG_STYLE,
    accent: form.accent,
    isListed: publicPages.searchEngines,
    head:
      shareTags({ title, description: null, url, account }) +
      `<link rel="alternate" type="application/atom+xml" href="changelog.atom${query}"><link rel="alternate" type="application/feed+json" href="changelog-feed.json${query}">`,
    body: `<header><div class="who">${accountMark(account, true)}</div>${formButton(account, reader)}</header>
<h1>${pages.changelog}</h1>
${sections.join('\n') || `<p class="none">${pages.emptyChangelog}</p>`}
${hasMore ? `<p class="older"><a href="${older}">${pages.olderChanges}</a></p>` : ''}
${hasMail ? subscribeForm(reader) : ''}
<p class="foot">${links.join(' · ')}</p>`,
  });
}

/** changelog.md 10 */
const subscribeForm = ({ pages, texts, query }: Reader): string =>
  `<form class="card subscribe" method="post" action="changelog${query}"><p id="hint">${text(pages.subscribeHint)}</p><label for="email">${text(texts.fields.submitter_email)}</label>
<div class="entry"><input id="email" name="email" type="email" required autocomplete="email" inputmode="email" aria-describedby="hint"><button>${text(pages.subscribe)}</button></div></form>`;

/** The page after asking for a subscription, the same for every address. */
export function subscribeSentPage(account: PageAccount, reader: Reader): string {
  const [heading] = reader.follow.linkSent;
  return framePage({
    title: `${heading} · ${account.name}`,
    reader,
    accent: account.form.accent,
    kind: 'plain',
    body: `<div class="who">${accountMark(account, true)}</div>
<h1>${text(heading)}</h1>
<p class="words" role="status">${text(reader.pages.subscribeSent)}</p>
<p><a href="changelog${reader.query}">${text(reader.pages.changelog)}</a></p>`,
  });
}

type Month = readonly [RenderedEntry, ...RenderedEntry[]];

/** Entries of the same month in UTC, in their order. */
function byMonth(entries: readonly RenderedEntry[]): readonly Month[] {
  const months = new Map<string, [RenderedEntry, ...RenderedEntry[]]>();
  for (const entry of entries) {
    const id = entry.publishedAt.slice(0, 7);
    const month = months.get(id);
    if (month) month.push(entry);
    else months.set(id, [entry]);
  }
  return [...months.values()];
}

const article = (entry: RenderedEntry, reader: Reader): string =>
  `<article class="card"><h3 dir="auto"><a href="changelog/${entry.id}${reader.query}">${text(entry.title)}</a></h3>${content(entry, '', reader)}</article>`;

/** The page of one entry (changelog.md 5). */
export function entryPage(
  { account, entry, formUrl }: ChangelogSite & { readonly entry: RenderedEntry },
  reader: Reader,
): string {
  const { pages, query } = reader;
  const { name, form, publicPages } = account;
  const url = `${formUrl}/changelog/${entry.id}`;
  const description = startOfText(entry.text, DESCRIPTION_SOURCE_MAX);
  return framePage({
    title: `${entry.title} · ${name}`,
    reader,
    style: CHANGELOG_STYLE,
    accent: form.accent,
    isListed: publicPages.searchEngines,
    head: shareTags({ title: entry.title, description, url, account }),
    body: `<header><div class="who">${accountMark(account, false)}<a href="../changelog${query}"><span dir="auto">${text(name)}</span> · ${pages.changelog}</a></div>${formButton(account, reader)}</header>
<h1 dir="auto">${text(entry.title)}</h1>
<div class="card">${content(entry, '../', reader)}</div>`,
  });
}

/** @param base the path from the page to the form */
function content({ publishedAt, html, cards }: RenderedEntry, base: string, reader: Reader): string {
  const { pages, query, language } = reader;
  const links = cards.map(
    ({ id, title }) => `<li><a href="${base}items/${id}${query}" dir="auto">${text(title)}</a></li>`,
  );
  const about =
    links.length > 0 ? `<ul class="about" aria-label="${pages.aboutItems}">${links.join('')}</ul>` : '';
  return `<p class="when"><time datetime="${publishedAt}">${dateIn(language, publishedAt)}</time></p><div class="md" dir="auto">${html}</div>${about}`;
}
