import type { Account } from '@libs/accounts';
import type { ShownEntry } from '@libs/feedback';
import { text, xml } from '../http/html';
import { directionOf } from '../languages/language';
import type { Reader } from '../languages/reader';
import { atomFeed, jsonFeed } from '../visitor-pages/feed';
import type { RenderedEntry } from './changelog.page';

interface Feed {
  readonly account: Pick<Account, 'name'>;
  /** The last published one first. */
  readonly entries: readonly RenderedEntry[];
  /** URL of the account's form, with the origin of the service. */
  readonly formUrl: string;
}

const entryUrl = (formUrl: string, { id }: ShownEntry): string => `${formUrl}/changelog/${id}`;

/** Entries as an Atom feed (changelog.md 6). */
export function changelogAtom({ account, entries, formUrl }: Feed, reader: Reader): string {
  const elements = entries.map((entry) => {
    const url = text(entryUrl(formUrl, entry));
    return `<entry><id>${url}</id><title>${xml(entry.title)}</title><link href="${url}"/><published>${entry.publishedAt}</published><updated>${entry.updatedAt}</updated><content type="html">${xml(entry.html)}</content></entry>`;
  });
  const updated = entries
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  const self = `${formUrl}/changelog.atom`;
  return atomFeed({ ...feedOf(account, formUrl, reader), self }, { entries: elements, updated }, reader);
}

/** Entries as a JSON Feed (changelog.md 6). */
export const changelogFeed = ({ account, entries, formUrl }: Feed, reader: Reader): string =>
  jsonFeed(
    { ...feedOf(account, formUrl, reader), self: `${formUrl}/changelog-feed.json` },
    entries.map((entry) => ({
      id: entryUrl(formUrl, entry),
      url: entryUrl(formUrl, entry),
      title: entry.title,
      content_html: entry.html,
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
    })),
    reader,
  );

const feedOf = ({ name }: Feed['account'], formUrl: string, { pages }: Reader) => ({
  title: pages.changelogOf(name),
  author: name,
  url: `${formUrl}/changelog`,
});

/** Entries for the account's own pages (changelog.md 6). */
export const changelogJson = ({ account, entries, formUrl }: Feed, { language, pages }: Reader): string =>
  JSON.stringify({
    data: entries.map((entry) => ({
      id: entry.id,
      url: entryUrl(formUrl, entry),
      title: entry.title,
      text: entry.text,
      html: entry.html,
      cards: entry.cards.map(({ id, title }) => ({ id, url: `${formUrl}/items/${id}`, title })),
      published_at: entry.publishedAt,
    })),
    name: account.name,
    title: pages.changelogOf(account.name),
    new: pages.newChanges,
    url: `${formUrl}/changelog`,
    language,
    direction: directionOf(language),
  });
