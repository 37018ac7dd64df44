import { NOTIFICATION_KINDS, type AtOnceSetting, type NotificationKind } from '../../limits';
import type { MailContent } from '../../mail/mail';
import type { DueNotification } from './notification-mail';

/** What a message about a notification says, and the setting that turns it off. */
type NotificationContent = Pick<MailContent, 'kind' | 'parameters'> & { readonly setting: AtOnceSetting };

type Content = Pick<MailContent, 'kind' | 'parameters'>;

type ContentMaker = (due: DueNotification, account: string) => Content;

type MailedKind = {
  [K in NotificationKind]: (typeof NOTIFICATION_KINDS)[K]['mail'] extends null ? never : K;
}[NotificationKind];

/** How each kind becomes a message. */
const CONTENTS: Readonly<Record<MailedKind, ContentMaker>> = {
  mentioned: ({ item, by, note: text, subject }, account) => {
    const note = text === null ? null : { id: String(subject['note_id']), text };
    return { kind: 'mentioned', parameters: { account, by, item, note } };
  },
  assigned: ({ count, item, by }, account) => ({
    kind: 'assigned',
    parameters: { account, by, item, count },
  }),
  webhook_disabled: ({ subject }, account) => {
    const { id, url, disabled_reason } = Object(subject['webhook']) as Readonly<Record<string, unknown>>;
    const reason = disabled_reason === 'gone' ? 'gone' : 'failing';
    const parameters = { account, id: String(id), host: hostOf(String(url)), reason } as const;
    return { kind: 'webhook_disabled', parameters };
  },
  import_finished: ({ count, subject: { created } }, account) => ({
    kind: 'import_finished',
    parameters: { account, count, created: Number(created) || 0 },
  }),
  import_failed: ({ count, subject: { rows, failed } }, account) => ({
    kind: 'import_failed',
    parameters: { account, count, rows: Number(rows) || 0, failed: Number(failed) || 0 },
  }),
};

/** Returns null if there is no message of this kind, or to this person. */
export function contentOf(due: DueNotification): NotificationContent | null {
  const setting = NOTIFICATION_KINDS[due.kind]?.mail ?? null;
  const make = (CONTENTS as Readonly<Record<string, ContentMaker>>)[due.kind];
  if (!setting || !make || !due.recipient) return null;
  return { ...make(due, due.recipient.account), setting };
}

/** Without the path, which is the secret of some webhooks. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
