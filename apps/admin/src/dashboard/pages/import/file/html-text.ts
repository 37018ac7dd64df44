const TAG =
  /<\/?(?:a|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
const STARTS_WITH_BLOCK =
  /^\s*<(?:blockquote|br|div|figure|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|tr|ul)(?:\s[^<>]*)?\/?>/i;
const BREAK = /<br\s*\/?>\r?\n/gi;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Whether a text contains tags for text formatting. */
export const hasTags = (text: string): boolean => TAG.test(text);

/** A quick check of whether `htmlToText` would change the text. */
export const isLikeHtml = (text: string): boolean => hasTags(text) || text.search(ENTITY) >= 0;

/**
 * Converts HTML to text with paragraphs, line breaks, lists, quotations, and link URLs. Decodes only entities if there
 * are no tags. A text that doesn't start with a block element keeps its line breaks outside block elements, because it
 * is plain text or Markdown with some tags. The parsed document is never displayed, so nothing in it runs or loads.
 */
export function htmlToText(html: string): string {
  if (!hasTags(html)) return replaceNonBreakingSpaces(html.replace(ENTITY, decodeEntity));
  // Many programs write a newline after each <br>.
  const text = childrenText(parseHtml(html.replace(BREAK, '<br>')).body, !STARTS_WITH_BLOCK.test(html));
  const lines = replaceNonBreakingSpaces(text).split('\n').map(withoutBlanksAtEnd);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Takes linear time, unlike `/[ \t]+$/`, which looks for the end again from each blank. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--;
  return line.slice(0, end);
}

const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(neutralizeStyles(html), 'text/html');

/** Removes styles and handlers: they have no effect, but the browser would report each one as a CSP violation. */
const neutralizeStyles = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\s(?=(?:style|on[a-z]+)\s*=)/gi, ' data-'));

/** Parses the entity after a letter, because the parser drops leading whitespace. */
const decodeEntity = (entity: string): string => parseHtml(`x${entity}`).body.textContent.slice(1);

const replaceNonBreakingSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'NOSCRIPT']);

/** Line breaks before and after an element. */
const LINE_BREAKS: ReadonlyMap<string, number> = new Map([
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

function lineBreaksAround(node: Node): number {
  const { nodeName: name, parentNode } = node;
  if (name === 'UL' || name === 'OL') return parentNode?.nodeName === 'LI' ? 1 : 2;
  return LINE_BREAKS.get(name) ?? 0;
}

/** @param keepsBreaks true to keep whitespace unchanged */
function childrenText(parent: Node, keepsBreaks: boolean): string {
  let text = '';
  /** Line breaks to insert before the next text. */
  let breaks = 0;
  for (const child of parent.childNodes) {
    const ownBreaks = lineBreaksAround(child);
    let childText = nodeText(child, keepsBreaks);
    if (ownBreaks > 0) {
      // An empty line of an editor that uses one element per line.
      if (childText.trim() === '' && childText.includes('\n')) breaks = 2;
      breaks = Math.max(breaks, ownBreaks);
      childText = childText.replace(/^\s*\n/, '').trimEnd();
    } else if (breaks > 0 || (!keepsBreaks && (text === '' || /\s/.test(text.at(-1)!)))) {
      childText = childText.replace(/^ +/, '');
    }
    if (childText === '') continue;
    if (breaks > 0 && text !== '') text = text.trimEnd() + '\n'.repeat(breaks);
    text += childText;
    breaks = ownBreaks;
  }
  return text;
}

function nodeText(node: Node, keepsBreaks: boolean): string {
  if (node instanceof Text) return keepsBreaks ? node.data : node.data.replace(/[ \t\r\n\f]+/g, ' ');
  if (!(node instanceof Element) || HIDDEN_ELEMENTS.has(node.nodeName)) return '';
  if (node instanceof HTMLImageElement) return imageText(node);
  if (node.nodeName === 'BR') return '\n';
  const text = childrenText(node, node.nodeName === 'PRE' || (keepsBreaks && lineBreaksAround(node) === 0));
  if (node instanceof HTMLAnchorElement) return linkText(node, text);
  if (node.nodeName === 'LI') return prefixLines(listMarker(node), text);
  if (node.nodeName === 'BLOCKQUOTE') return text.trim().replace(/^/gm, '> ');
  const isCell = node.nodeName === 'TD' || node.nodeName === 'TH';
  return isCell && node.nextElementSibling ? `${text.trim()} | ` : text;
}

/** The URL if people can open it; otherwise null. For example, a `data:` URL of an image can be megabytes. */
const linkableUrl = (element: Element, name: string): string | null => {
  const url = element.getAttribute(name)?.trim() ?? '';
  return /^(https?:\/\/|mailto:)/i.test(url) ? url.replace(/^mailto:/i, '') : null;
};

function linkText(link: Element, text: string): string {
  const url = linkableUrl(link, 'href');
  if (url === null || text.trim() === url) return text;
  return text.trim() === '' ? url : `${text} (${url})`;
}

function imageText(image: Element): string {
  const url = linkableUrl(image, 'src');
  const alt = image.getAttribute('alt')?.trim() ?? '';
  if (alt === '' || url === null) return alt || (url ?? '');
  return `${alt} (${url})`;
}

function listMarker(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '- ';
  const position = [...list.children].filter(({ nodeName }) => nodeName === 'LI').indexOf(item);
  return `${list.start + position}. `;
}

/** Aligns further lines with the first one. */
const prefixLines = (marker: string, text: string): string =>
  marker + text.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`);
