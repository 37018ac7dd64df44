import type { Footer, Link, MailRow, MailTexts, Paragraph } from './mail-parts';

export function textPart(texts: MailTexts, footer: Footer): string {
  const { paragraphs, lists = [], action, secondLink, advice } = texts;
  const links = [action, secondLink].filter((link) => link !== undefined);
  const parts = [
    ...paragraphs.map(paragraphText),
    ...lists.map(({ heading, rows }) => `${heading}\n\n${rows.map(rowText).join('\n')}`),
    ...links.map(linkText),
    ...(advice === undefined ? [] : [advice]),
    ['--', footer.reason, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function paragraphText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph;
  if ('quote' in paragraph)
    return [...paragraph.quote.split('\n'), '', `– ${paragraph.by}`].map(quotedLine).join('\n');
  const { titles, more } = paragraph;
  return [...titles.map((title) => `- ${title}`), ...(more === undefined ? [] : [more])].join('\n');
}

const quotedLine = (line: string): string => `> ${line}`.trimEnd();

const linkText = ({ label, url }: Link): string => `${label}:\n${url}`;

const rowText = ({ label, note, url }: MailRow): string =>
  `- ${label}${note === undefined ? '' : ` (${note})`}\n  ${url}`;
