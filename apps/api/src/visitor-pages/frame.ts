import type { Account } from '@libs/accounts';
import { inlineSource, text } from '../http/html';
import { directionOf } from '../languages/language';
import type { Reader } from '../languages/reader';
import { accentStyle, FRAME_STYLE } from './frame.style';

export type PageAccount = Pick<Account, 'name' | 'slug' | 'form' | 'publicPages'>;

export interface Frame {
  readonly title: string;
  /** HTML of the main part. */
  readonly body: string;
  readonly reader: Reader;
  /** Style besides that of the frame. */
  readonly style?: string;
  readonly accent?: string | null;
  /** HTML in the head, and after the main part. */
  readonly head?: string;
  readonly after?: string;
  /** The class of the main part: `plain` for a text without a form, lower on the page. */
  readonly kind?: 'plain' | 'wide';
  /** Whether search engines may list the page. */
  readonly isListed?: boolean;
}

/** A page for visitors. It works without scripts, and without anything that it would have to load. */
export function framePage({
  title,
  body,
  reader,
  style = '',
  accent,
  head = '',
  after = '',
  ...more
}: Frame): string {
  const { language } = reader;
  const own = accent ? `<style>${accentStyle(accent)}</style>` : '';
  const robots = more.isListed ? '' : '<meta name="robots" content="noindex">';
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>${robots}<style>${FRAME_STYLE}${style}</style>${own}${head}</head>
<body><main${more.kind ? ` class="${more.kind}"` : ''}>
${body}
</main>${after}</body></html>
`;
}

const sources = new Map<string, string>();
function sourceOf(style: string): string {
  const known = sources.get(style);
  if (known) return known;
  const source = inlineSource(style);
  // There are few styles of pages, but as many accents as accounts.
  if (sources.size < 1_000) sources.set(style, source);
  return source;
}

/** The content security policy of a page: allows its style sheets by their hashes, and requests to the service. */
export const policyOf = (style: string, accent: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${[FRAME_STYLE + style, ...(accent ? [accentStyle(accent)] : [])].map(sourceOf).join(' ')}`,
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const formPath = ({ slug }: { readonly slug: string }): string => `/f/${encodeURIComponent(slug)}`;

/** The first letter of the account's name in its accent color, and optionally the name. */
export function accountMark({ name }: Pick<Account, 'name'>, hasName: boolean): string {
  const [initial = ''] =
    new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '';
  const mark = `<span class="mark" aria-hidden="true">${text(initial.toUpperCase())}</span>`;
  return `${mark}${hasName ? `<span dir="auto">${text(name)}</span>` : ''}`;
}

/** A button that leads to the form; empty while the form is closed. */
export const formButton = (account: PageAccount, { texts, query }: Reader): string =>
  account.form.open ? `<a class="button" href="${formPath(account)}${query}">${texts.messages.send}</a>` : '';

/** Links to the public pages that the account has, in HTML. */
export const publicPageLinks = (account: PageAccount, { pages, query }: Reader): readonly string[] =>
  (['roadmap', 'changelog'] as const)
    .filter((page) => account.publicPages[page])
    .map((page) => `<a href="${formPath(account)}/${page}${query}">${pages[page]}</a>`);
