const TAG =
  /<\/?(?:a|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
const BEGINS_WITH_BLOCK =
  /^\s*<(?:blockquote|br|div|figure|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|tr|ul)(?:\s[^<>]*)?\/?>/i;
const BREAK = /<br\s*\/?>\r?\n/gi;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Whether a text has tags that texts are written with. */
export const hasTags = (text: string): boolean => TAG.test(text);

/** Whether `htmlToText` would change something, as far as can be seen quickly. */
export const isLikeHtml = (text: string): boolean => hasTags(text) || text.search(ENTITY) >= 0;

/**
 * The text of a piece of HTML: paragraphs, line breaks, lists, quotations, and the addresses of links. In a text without
 * tags only entities are decoded. A text that does not begin with a block element keeps its line breaks outside of block
 * elements: it is plain text or Markdown with some tags. Nothing in it is run or loaded: the parsed document is never
 * shown.
 */
export function htmlToText(html: string): string {
  if (!hasTags(html)) return plain(html.replace(ENTITY, decoded));
  // Many programs write a line break behind each tag of one.
  const text = textIn(parsed(html.replace(BREAK, '<br>')).body, !BEGINS_WITH_BLOCK.test(html));
  return plain(text)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const parsed = (html: string): Document => new DOMParser().parseFromString(withoutStyle(html), 'text/html');

/** Styles and handlers have no effect, but the browser reports each of them against the page's security policy. */
const withoutStyle = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\s(?=(?:style|on[a-z]+)\s*=)/gi, ' data-'));

/** Behind a letter, because the parser drops white space at the beginning. */
const decoded = (entity: string): string => parsed(`x${entity}`).body.textContent.slice(1);

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const HIDDEN: ReadonlySet<string> = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'NOSCRIPT']);

/** Line breaks before and after an element. */
const GAPS: ReadonlyMap<string, number> = new Map([
  ...['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'PRE', 'TABLE', 'FIGURE', 'HR', 'DL'].map(
    (name) => [name, 2] as const,
  ),
  ...[
    'DIV',
    'LI',
    'TR',
    'DT',
    'DD',
    'THEAD',
    'TBODY',
    'TFOOT',
    'CAPTION',
    'SECTION',
    'ARTICLE',
    'HEADER',
    'FOOTER',
    'FIGCAPTION',
    'ADDRESS',
  ].map((name) => [name, 1] as const),
]);

function gapOf(node: Node): number {
  const { nodeName: name, parentNode } = node;
  if (name === 'UL' || name === 'OL') return parentNode?.nodeName === 'LI' ? 1 : 2;
  return GAPS.get(name) ?? 0;
}

/** @param keepsBreaks whether white space stays as it is */
function textIn(parent: Node, keepsBreaks: boolean): string {
  let text = '';
  /** Line breaks before what comes next. */
  let gap = 0;
  for (const child of parent.childNodes) {
    const own = gapOf(child);
    let words = textOf(child, keepsBreaks);
    if (own > 0) {
      // An empty line of an editor that has an element for each line.
      if (words.trim() === '' && words.includes('\n')) gap = 2;
      gap = Math.max(gap, own);
      words = words.replace(/^\s*\n|\s+$/g, '');
    } else if (gap > 0 || (!keepsBreaks && (text === '' || /\s$/.test(text)))) {
      words = words.replace(/^ +/, '');
    }
    if (words === '') continue;
    if (gap > 0 && text !== '') text = text.trimEnd() + '\n'.repeat(gap);
    text += words;
    gap = own;
  }
  return text;
}

function textOf(node: Node, keepsBreaks: boolean): string {
  if (node instanceof Text) return keepsBreaks ? node.data : node.data.replace(/[ \t\r\n\f]+/g, ' ');
  if (!(node instanceof Element) || HIDDEN.has(node.nodeName)) return '';
  if (node instanceof HTMLImageElement) return imageText(node);
  if (node.nodeName === 'BR') return '\n';
  const text = textIn(node, node.nodeName === 'PRE' || (keepsBreaks && gapOf(node) === 0));
  if (node instanceof HTMLAnchorElement) return linkText(node, text);
  if (node.nodeName === 'LI') return marked(markerOf(node), text);
  if (node.nodeName === 'BLOCKQUOTE') return text.trim().replace(/^/gm, '> ');
  const isCell = node.nodeName === 'TD' || node.nodeName === 'TH';
  return isCell && node.nextElementSibling ? `${text.trim()} | ` : text;
}

/** What is not an address people can open has no place in a text: `data:` of an image is megabytes. */
const addressOf = (element: Element, name: string): string | null => {
  const address = element.getAttribute(name)?.trim() ?? '';
  return /^(https?:\/\/|mailto:)/i.test(address) ? address.replace(/^mailto:/i, '') : null;
};

function linkText(link: Element, text: string): string {
  const address = addressOf(link, 'href');
  if (address === null || text.trim() === address) return text;
  return text.trim() === '' ? address : `${text} (${address})`;
}

function imageText(image: Element): string {
  const address = addressOf(image, 'src');
  const words = image.getAttribute('alt')?.trim() ?? '';
  if (words === '' || address === null) return words || (address ?? '');
  return `${words} (${address})`;
}

function markerOf(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '- ';
  const place = [...list.children].filter(({ nodeName }) => nodeName === 'LI').indexOf(item);
  return `${list.start + place}. `;
}

/** Further lines stand below the first one. */
const marked = (marker: string, text: string): string =>
  marker + text.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`);
