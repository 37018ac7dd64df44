import type { Account } from '@libs/accounts';
import type { ShownEntry } from '@libs/feedback';
import { text, xml } from '../http/html';
import { directionOf } from '../languages/language';
import type { Reader } from '../languages/reader';
import type { RenderedEntry } from './changelog.page';

interface Feed {
  readonly account: Pick<Account, 'name'>;
  /** The last published one first. */
  readonly entries: readonly RenderedEntry[];
  /** URL of the account's form, with the origin of the service. */
  readonly formUrl: string;
}

const entryUrl = (formUrl: string, { id }: ShownEntry): string => `${formUrl}/changelog/${id}`;

/** When an entry last changed for feed readers: a draft could change before it was published. */
const changedAt = ({ publishedAt, updatedAt }: ShownEntry): string =>
  updatedAt > publishedAt ? updatedAt : publishedAt;

/** Entries as an Atom feed (RFC 4287; changelog.md 6). */
export function changelogAtom({ account, entries, formUrl }: Feed, { language, pages }: Reader): string {
  const elements = entries.map((entry) => {
    const url = text(entryUrl(formUrl, entry));
    return `<entry><id>${url}</id><title>${xml(entry.title)}</title><link href="${url}"/><published>${entry.publishedAt}</published><updated>${changedAt(entry)}</updated><content type="html">${xml(entry.html)}</content></entry>`;
  });
  const updated = entries.map(changedAt).toSorted().at(-1) ?? '1970-01-01T00:00:00.000Z';
  const url = `${text(formUrl)}/changelog`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${url}</id><title>${xml(pages.changelogOf(account.name))}</title><link href="${url}"/><link rel="self" href="${url}.atom"/><author><name>${xml(account.name)}</name></author><updated>${updated}</updated>
${elements.join('\n')}
</feed>
`;
}

/** Entries as a JSON Feed (jsonfeed.org, version 1.1; changelog.md 6). */
export const changelogFeed = ({ account, entries, formUrl }: Feed, { language, pages }: Reader): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: pages.changelogOf(account.name),
    home_page_url: `${formUrl}/changelog`,
    feed_url: `${formUrl}/changelog-feed.json`,
    language,
    items: entries.map((entry) => ({
      id: entryUrl(formUrl, entry),
      url: entryUrl(formUrl, entry),
      title: entry.title,
      content_html: entry.html,
      date_published: entry.publishedAt,
      date_modified: changedAt(entry),
    })),
  });

/** Entries for the account's own pages (changelog.md 6). */
export const changelogJson = (
  { account, entries, formUrl }: Feed,
  { language }: Pick<Reader, 'language'>,
): string =>
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
    url: `${formUrl}/changelog`,
    language,
    direction: directionOf(language),
  });
