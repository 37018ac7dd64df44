import type { MailContent } from '@libs/accounts';
import { text } from '../http/html';
import { LAYOUT, mailTexts, testTexts, type MailTexts } from './mail.texts';

/** A message that can be sent. */
export interface RenderedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
}

/** Makes a message with both parts from one set of texts (mail.md 2). */
export function renderMail(content: MailContent, publicUrl: string): RenderedMail {
  const { to, unsubscribeUrl } = content;
  return render(to, mailTexts(content, publicUrl), publicUrl, unsubscribeUrl);
}

/** The message of the operator command `mail-test`. */
export const renderTest = (to: string, publicUrl: string): RenderedMail =>
  render(to, testTexts(publicUrl), publicUrl);

function render(to: string, texts: MailTexts, publicUrl: string, unsubscribeUrl?: string): RenderedMail {
  const footer = { reason: LAYOUT.reason(publicUrl), unsubscribeUrl };
  return {
    to,
    // A header is one line.
    subject: texts.subject.replace(/\s+/g, ' '),
    text: textPart(texts, footer),
    html: htmlPart(texts, footer),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

interface Footer {
  readonly reason: string;
  readonly unsubscribeUrl?: string | undefined;
}

function textPart({ paragraphs, action, advice }: MailTexts, { reason, unsubscribeUrl }: Footer): string {
  const parts = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    advice,
    ['--', reason, ...(unsubscribeUrl ? [`${LAYOUT.unsubscribe}: ${unsubscribeUrl}`] : [])].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Colors of programs that support dark mode. Others use the inline ones. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #1a1b1e !important; }
  .card { background: #25262b !important; border-color: #373a40 !important; }
  h1, p { color: #e9ecef !important; }
  .quiet, .quiet a { color: #adb5bd !important; }
}`;
const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:1.5;color:#212529;overflow-wrap:anywhere`;
const QUIET = `margin:0 0 12px;font-size:13px;line-height:1.5;color:#5c636a;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:6px;background:#1864ab;color:#ffffff;font-size:16px;text-decoration:none`;

/** Without images, scripts, and resources of any kind. */
function htmlPart(texts: MailTexts, footer: Footer): string {
  const { subject, paragraphs, action, advice } = texts;
  return `<!doctype html>
<html lang="en">
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
${action ? actionPart(action) : ''}
<p style="${PARAGRAPH}">${text(advice)}</p>
</div>
<div style="max-width:560px;margin:16px auto 0;padding:0 24px">
${footerPart(footer)}
</div>
</div>
</body>
</html>
`;
}

const actionPart = ({ label, url }: NonNullable<MailTexts['action']>): string =>
  `<p style="margin:0 0 16px"><a href="${text(url)}" style="${BUTTON}">${text(label)}</a></p>
<p class="quiet" style="${QUIET}">${text(LAYOUT.link)}<br><a href="${text(url)}" style="color:#5c636a">${text(url)}</a></p>`;

function footerPart({ reason, unsubscribeUrl }: Footer): string {
  const unsubscribe = unsubscribeUrl
    ? `\n<p class="quiet" style="${QUIET}"><a href="${text(unsubscribeUrl)}" style="color:#5c636a">${LAYOUT.unsubscribe}</a></p>`
    : '';
  return `<p class="quiet" style="${QUIET}">${text(reason)}</p>${unsubscribe}`;
}
