import { text, xml } from '../http/html';
import type { Reader } from '../languages/reader';

interface Feed {
  readonly title: string;
  readonly author: string;
  /** URL of the page with what the feed has. */
  readonly url: string;
  /** URL of the feed. */
  readonly self: string;
}

/**
 * An Atom feed (RFC 4287).
 * @param entries their elements
 * @param updated when an entry last changed; undefined without entries
 */
export const atomFeed = (
  { title, author, url, self }: Feed,
  { entries, updated }: { readonly entries: readonly string[]; readonly updated: string | undefined },
  { language }: Reader,
): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${text(url)}</id><title>${xml(title)}</title><link href="${text(url)}"/><link rel="self" href="${text(self)}"/><author><name>${xml(author)}</name></author><updated>${updated ?? '1970-01-01T00:00:00.000Z'}</updated>
${entries.join('\n')}
</feed>
`;

/** A JSON Feed (jsonfeed.org, version 1.1). */
export const jsonFeed = (
  { title, url, self }: Omit<Feed, 'author'>,
  items: readonly object[],
  { language }: Reader,
): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: self,
    language,
    items,
  });
