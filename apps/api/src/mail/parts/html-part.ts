import { text } from '../../http/html';
import { DARK_MODE, STYLES } from './mail-styles';
import type { Footer, Link, MailList, MailRow, MailTexts, Paragraph, Quote, Titles } from './mail-parts';

type Direction = 'ltr' | 'rtl';

/**
 * Without images, scripts, and resources of any kind.
 * @param copyLink what is said before the URL of the button
 */
export function htmlPart(texts: MailTexts, footer: Footer, copyLink: string): string {
  const { subject, paragraphs, lists = [], action, secondLink, advice, layout } = texts;
  const direction = layout?.direction ?? 'ltr';
  return `<!doctype html>
<html lang="${layout?.language ?? 'en'}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(subject)}</title>
<style>${DARK_MODE}</style>
</head>
<body style="${STYLES.body}">
<div class="page" style="${STYLES.page}">
<div class="card" style="${STYLES.card}">
<h1 style="${STYLES.title}">${text(subject)}</h1>
${paragraphs.map((paragraph) => paragraphPart(paragraph, direction)).join('\n')}
${lists.map(listPart).join('\n')}
${action ? actionPart(action, lists.length === 0 ? copyLink : null) : ''}
${secondLink ? `<p style="${STYLES.paragraph}">${linkPart(secondLink)}</p>` : ''}
${advice === undefined ? '' : `<p style="${STYLES.paragraph}">${text(advice)}</p>`}
</div>
<div style="${STYLES.footer}">
${footerPart(footer)}
</div>
</div>
</body>
</html>
`;
}

function paragraphPart(paragraph: Paragraph, direction: Direction): string {
  if (typeof paragraph === 'string') return `<p style="${STYLES.paragraph}">${text(paragraph)}</p>`;
  return 'quote' in paragraph ? quotePart(paragraph, direction) : titlesPart(paragraph);
}

/** Mail programs don't support `border-inline-start`. */
const quotePart = ({ quote, by }: Quote, direction: Direction): string =>
  `<blockquote style="${STYLES.quote};border-${direction === 'ltr' ? 'left' : 'right'}:4px solid #1864ab">
<p dir="auto" style="${STYLES.quoted}">${text(quote)}</p>
<p class="quiet" style="${STYLES.author}">– <span dir="auto">${text(by)}</span></p>
</blockquote>`;

const titlesPart = ({ titles, more }: Titles): string =>
  `<ul style="${STYLES.titles}">
${titles.map((title) => `<li style="${STYLES.row};font-weight:600"><span dir="auto">${text(title)}</span></li>`).join('\n')}${
    more === undefined ? '' : `\n<li class="quiet" style="${STYLES.row};color:#5c636a">${text(more)}</li>`
  }
</ul>`;

const listPart = ({ heading, rows }: MailList): string =>
  `<h2 style="${STYLES.heading}">${text(heading)}</h2>
<ul style="${STYLES.list}">
${rows.map(rowPart).join('\n')}
</ul>`;

const rowPart = ({ label, note, url }: MailRow): string =>
  `<li style="${STYLES.row}"><a dir="auto" href="${text(url)}" style="color:#1864ab;text-decoration:none">${text(label)}</a>${
    note === undefined ? '' : `<span class="quiet" style="color:#5c636a"> · ${text(note)}</span>`
  }</li>`;

const linkPart = ({ label, url }: Link): string =>
  `<a class="link" href="${text(url)}" style="color:#1864ab">${text(label)}</a>`;

/** A message with lists has links enough, so it doesn't show the URL of its button. */
function actionPart({ label, url }: Link, before: string | null): string {
  const button = `<p style="margin:0 0 16px"><a href="${text(url)}" style="${STYLES.button}">${text(label)}</a></p>`;
  if (before === null) return button;
  return `${button}
<p class="quiet" style="${STYLES.quiet}">${text(before)}<br><a href="${text(url)}" style="color:#5c636a">${text(url)}</a></p>`;
}

function footerPart({ reason, links }: Footer): string {
  const parts = links.map(
    ({ label, url }) => `<a href="${text(url)}" style="color:#5c636a">${text(label)}</a>`,
  );
  const last = parts.length > 0 ? `\n<p class="quiet" style="${STYLES.quiet}">${parts.join('<br>')}</p>` : '';
  return `<p class="quiet" style="${STYLES.quiet}">${text(reason)}</p>${last}`;
}
