import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';

/** Of texts and their HTML, in each process. */
const MEMORY = 16 * 1024 * 1024;

/** What the text of an entry can have besides paragraphs (changelog.md 4). Everything else is shown as text. */
const RULES = [
  'list',
  'fence',
  'code',
  'backticks',
  'emphasis',
  'balance_pairs',
  'link',
  'autolink',
  'linkify',
  'escape',
  'entity',
  'newline',
];

/** Absolute URLs: a page, a feed, and the site of the account show the same text. */
const LINK = /^(https?:\/\/|mailto:)/i;

const parser = new MarkdownIt('zero', { html: false, linkify: true }).enable(RULES);
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
parser.validateLink = (url) => LINK.test(url);
/** As it is written: the parser would put the parts of an unusual URL in another order, or leave some out. */
parser.normalizeLinkText = (url) => url;

const { rules } = parser.renderer;
/** Without the language of the code, which is an attribute. */
rules.fence = rules.code_block!;
/** Search engines and readers are told that the service does not vouch for links. */
rules.link_open = (tokens, index, options, _, renderer) => {
  if (!/^mailto:/i.test(String(tokens[index]!.attrGet('href'))))
    tokens[index]!.attrSet('rel', 'nofollow ugc noopener');
  return renderer.renderToken(tokens, index, options);
};

/** HTML of a text in Markdown, at most 20,000 code points. HTML in the text is shown as text. */
export const markdownHtml = (text: string): string => parser.render(text);

const known = new LRUCache<string, string>({
  maxSize: MEMORY,
  sizeCalculation: (html, text) => 2 * (html.length + text.length) + 1,
});

/**
 * Adds the HTML of the texts. Some texts take a tenth of a second, so each new one has a turn of the event loop of its
 * own: the requests of others wait for one text, not for all of a page.
 */
export async function withHtml<T extends { readonly text: string }>(
  entries: readonly T[],
): Promise<readonly (T & { readonly html: string })[]> {
  const rendered: (T & { html: string })[] = [];
  for (const entry of entries) {
    let html = known.get(entry.text);
    if (html === undefined) {
      await setImmediate();
      known.set(entry.text, (html = markdownHtml(entry.text)));
    }
    rendered.push({ ...entry, html });
  }
  return rendered;
}

/** How many code points of Markdown are read for each one that is shown, so that marks are seldom cut. */
const READ_PER_SHOWN = 4;

/**
 * The start of a text in Markdown as lines without marks, for mail and previews of links: at most `max` code points, and
 * an ellipsis if it is longer.
 */
export function startOfText(text: string, max: number): string {
  const read = firstOf(text, READ_PER_SHOWN * max);
  const lines: string[] = [];
  let mark = '';
  for (const { type, level, nesting, info, markup, children, content } of parser.parse(read, {})) {
    if (type === 'list_item_open') mark = info === '' ? '• ' : `${info}${markup} `;
    else if (children) {
      lines.push(mark + children.map((child) => (isBreak(child.type) ? '\n' : child.content)).join(''));
      mark = '';
    } else if (content !== '') lines.push(content.trimEnd());
    if (level === 0 && nesting !== 1) lines.push('');
  }
  const shown = lines.join('\n').trim();
  const start = firstOf(shown, max);
  return start.length < shown.length || read.length < text.length ? `${start.trimEnd()}…` : start;
}

/** At most `max` code points. */
const firstOf = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

const isBreak = (type: string): boolean => type === 'softbreak' || type === 'hardbreak';
