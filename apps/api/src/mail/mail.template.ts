import type { MailContent } from '@libs/accounts';
import { LAYOUT, mailTexts, NOTIFICATION_SETTINGS, testTexts } from './mail.texts';
import { htmlPart } from './parts/html-part';
import type { Link, MailLayout, MailTexts } from './parts/mail-parts';
import { textPart } from './parts/text-part';
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
  /** What the messages of a thread have in common. A mail program shows them together. */
  readonly thread?: string;
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

/** The only link besides those of the message turns off all messages (following.md 3). */
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
  const footer = { reason, links };
  return {
    to,
    subject: subjectLine(texts.subject),
    text: textPart(texts, footer),
    html: htmlPart(texts, footer, texts.layout?.link ?? LAYOUT.link),
    ...(texts.thread !== undefined && { thread: texts.thread }),
  };
}
