import type { Account } from '@libs/accounts';
import { text } from '../http/html';

/** As long as other services show it. */
const DESCRIPTION_MAX = 200;

interface Shared {
  readonly title: string;
  readonly description: string | null;
  readonly url: string;
  readonly account: Pick<Account, 'name'>;
}

const meta = (property: string, content: string): string =>
  `<meta property="og:${property}" content="${text(content)}">`;

/** What other services show of a link to the page: Open Graph tags and the address of the page (public.md 6). */
export function shareTags({ title, description, url, account }: Shared): string {
  const short =
    description && [...description.replace(/\s+/g, ' ').trim()].slice(0, DESCRIPTION_MAX).join('');
  const described = short
    ? `<meta name="description" content="${text(short)}">${meta('description', short)}`
    : '';
  return `<link rel="canonical" href="${text(url)}">${meta('type', 'website')}${meta('title', title)}${meta('site_name', account.name)}${meta('url', url)}${described}`;
}
