import type { MailSetting } from '@libs/accounts';
import type { DomainError } from '@libs/kernel';
import { text } from '../http/html';
import { plainPage } from '../http/pages/plain-page';

const SUBJECTS: Readonly<Record<MailSetting, string>> = {
  new_feedback_mail: 'new feedback',
  quarantine_mail: 'items in quarantine',
  assigned_mail: 'items that are assigned to you',
  mentioned_mail: 'mentions in notes',
  service_mail: 'imports and disabled webhooks',
};

const subjectsOf = (settings: readonly MailSetting[]): string =>
  settings.map((name) => SUBJECTS[name]).join(' and ');

/** @param accountId the account whose settings open; without it, the current one */
const settingsLink = (accountId?: string): string =>
  `<p><a href="/app/settings/notifications${accountId === undefined ? '' : `?account=${accountId}`}">Choose which messages you get</a></p>`;

/** Has a button, because mail servers open links to check them. */
export const confirmPage = (settings: readonly MailSetting[]): string =>
  plainPage(
    'Unsubscribe',
    `<p>Stop getting messages about ${text(subjectsOf(settings))}?</p>
<form method="post"><button>Unsubscribe</button></form>`,
  );

export const donePage = (settings: readonly MailSetting[], accountId: string): string =>
  plainPage(
    'Unsubscribed',
    `<p role="status">You get no more messages about ${text(subjectsOf(settings))}.</p>${settingsLink(accountId)}`,
  );

export function errorPage({ kind }: DomainError): string {
  if (kind === 'not_found')
    return plainPage(
      'This link doesn’t work',
      `<p>Copy the whole link from the message.</p>${settingsLink()}`,
    );
  return plainPage('Something went wrong', '<p>Try again in a few minutes.</p>');
}
