import type { MailContent } from '@libs/accounts';
import { text } from '../http/html';
import {
  LAYOUT,
  mailTexts,
  NOTIFICATION_SETTINGS,
  testTexts,
  type MailLayout,
  type MailList,
  type MailRow,
  type MailTexts,
} from './mail.texts';
import { subjectLine } from './written-text';

/** A message that can be sent. */
export interface RenderedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
  /** Instead of the name of the sender in the configuration. */
  readonly sender?: string;
}

/**
 * Makes a message with both parts from one set of texts (mail.md 2).
 * @param accountId the account in which links to the dashboard open; null for the current one of the reader
 */
export function renderMail(
  content: MailContent,
  publicUrl: string,
  accountId: string | null = null,
): RenderedMail {
  const { to, unsubscribeUrl } = content;
  const inAccount = linkTo(`${publicUrl}/app/`, accountId);
  const { lists, action, ...texts } = mailTexts(content, publicUrl);
  const linked: MailTexts = {
    ...texts,
    ...(lists && { lists: lists.map((list) => ({ ...list, rows: list.rows.map(inAccount) })) }),
    ...(action && { action: inAccount(action) }),
  };
  if (texts.layout) return renderForFollower(to, linked, texts.layout, unsubscribeUrl);
  if (unsubscribeUrl === undefined) return render(to, linked, texts.reason ?? LAYOUT.reason(publicUrl));
  const links = [
    { label: texts.unsubscribe ?? LAYOUT.unsubscribe, url: unsubscribeUrl },
    inAccount({ label: LAYOUT.settings, url: `${publicUrl}${NOTIFICATION_SETTINGS}` }),
  ];
  return { ...render(to, linked, LAYOUT.reason(publicUrl), links), unsubscribeUrl };
}

/** The only link besides that of the message turns off all messages (following.md 3). */
function renderForFollower(
  to: string,
  texts: MailTexts,
  { reason, unsubscribe, sender }: MailLayout,
  unsubscribeUrl: string | undefined,
): RenderedMail {
  const links = unsubscribeUrl === undefined ? [] : [{ label: unsubscribe, url: unsubscribeUrl }];
  return {
    ...render(to, texts, reason, links),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    sender,
  };
}

/** Returns a function that adds the account to a link to the dashboard, except one with a token. */
function linkTo(dashboardUrl: string, accountId: string | null) {
  return <T extends { readonly url: string }>(link: T): T => {
    if (accountId === null || !link.url.startsWith(dashboardUrl) || link.url.includes('#')) return link;
    return { ...link, url: `${link.url}${link.url.includes('?') ? '&' : '?'}account=${accountId}` };
  };
}

/** The message of the operator command `mail-test`. */
export const renderTest = (to: string, publicUrl: string): RenderedMail =>
  render(to, testTexts(publicUrl), LAYOUT.reason(publicUrl));

function render(to: string, texts: MailTexts, reason: string, links: readonly Link[] = []): RenderedMail {
  return {
    to,
    subject: subjectLine(texts.subject),
    text: textPart(texts, { reason, links }),
    html: htmlPart(texts, { reason, links }),
  };
}

interface Link {
  readonly label: string;
  readonly url: string;
}

interface Footer {
  readonly reason: string;
  readonly links: readonly Link[];
}

function textPart({ paragraphs, lists = [], action, advice }: MailTexts, footer: Footer): string {
  const parts = [
    ...paragraphs,
    ...lists.map(({ heading, rows }) => `${heading}\n\n${rows.map(textRow).join('\n')}`),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(advice === undefined ? [] : [advice]),
    ['--', footer.reason, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const textRow = ({ label, note, url }: MailRow): string =>
  `- ${oneLine(label)}${note === undefined ? '' : ` (${note})`}\n  ${url}`;

/** Titles are one line; a line of its own could look like a part of the message. */
const oneLine = (value: string): string => value.replace(/\s+/g, ' ');

/** Colors of programs that support dark mode. Others use the inline ones. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #1a1b1e !important; }
  .card { background: #25262b !important; border-color: #373a40 !important; }
  h1, h2, p, li { color: #e9ecef !important; }
  li { border-color: #373a40 !important; }
  li a { color: #a5d8ff !important; }
  .quiet, .quiet a, li .quiet { color: #adb5bd !important; }
}`;
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:1.5;color:#212529;overflow-wrap:anywhere;white-space:pre-line`;
const QUIET = `margin:0 0 12px;font-size:13px;line-height:1.5;color:#5c636a;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:6px;background:#1864ab;color:#ffffff;font-size:16px;text-decoration:none`;

const HEADING = `margin:24px 0 8px;font-size:16px;line-height:1.3;color:#212529`;
const ROW = `margin:0;padding:8px 0;border-top:1px solid #e9ecef;font-size:15px;line-height:1.45;color:#212529;overflow-wrap:anywhere`;

/** Without images, scripts, and resources of any kind. */
function htmlPart(texts: MailTexts, footer: Footer): string {
  const { subject, paragraphs, lists = [], action, advice, layout } = texts;
  return `<!doctype html>
<html lang="${layout?.language ?? 'en'}" dir="${layout?.direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(subject)}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;background:#f1f3f5;${FONT}">
<div class="page" style="background:#f1f3f5;padding:24px 12px">
<div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dee2e6;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#212529">${text(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="${PARAGRAPH}">${text(paragraph)}</p>`).join('\n')}
${lists.map(listPart).join('\n')}
${action ? actionPart(action, lists.length === 0 ? (layout?.link ?? LAYOUT.link) : null) : ''}
${advice === undefined ? '' : `<p style="${PARAGRAPH}">${text(advice)}</p>`}
</div>
<div style="max-width:560px;margin:16px auto 0;padding:0 24px">
${footerPart(footer)}
</div>
</div>
</body>
</html>
`;
}

const listPart = ({ heading, rows }: MailList): string =>
  `<h2 style="${HEADING}">${text(heading)}</h2>
<ul style="margin:0 0 24px;padding:0;list-style:none">
${rows.map(rowPart).join('\n')}
</ul>`;

const rowPart = ({ label, note, url }: MailRow): string =>
  `<li style="${ROW}"><a dir="auto" href="${text(url)}" style="color:#1864ab;text-decoration:none">${text(label)}</a>${
    note === undefined ? '' : `<span class="quiet" style="color:#5c636a"> · ${text(note)}</span>`
  }</li>`;

/** A message with lists has links enough, so it doesn't show the URL of its button. */
function actionPart({ label, url }: Link, before: string | null): string {
  const button = `<p style="margin:0 0 16px"><a href="${text(url)}" style="${BUTTON}">${text(label)}</a></p>`;
  if (before === null) return button;
  return `${button}
<p class="quiet" style="${QUIET}">${text(before)}<br><a href="${text(url)}" style="color:#5c636a">${text(url)}</a></p>`;
}

function footerPart({ reason, links }: Footer): string {
  const parts = links.map(
    ({ label, url }) => `<a href="${text(url)}" style="color:#5c636a">${text(label)}</a>`,
  );
  const last = parts.length > 0 ? `\n<p class="quiet" style="${QUIET}">${parts.join('<br>')}</p>` : '';
  return `<p class="quiet" style="${QUIET}">${text(reason)}</p>${last}`;
}
