import type { Actor, Notification } from '@libs/contract';
import { t } from '../../messages';

const texts = t.notifications.kinds;

type Told = Pick<Notification, 'kind' | 'count' | 'item' | 'subject'>;

/** Who did what a notification is about; null if it doesn't say so. */
export const actorOf = ({ subject }: Told): Actor | null => (subject['by'] as Actor | undefined) ?? null;

/** What happened, in one line. @param by the name of the actor; null if there is none */
export function textOf({ kind, count, item, subject }: Told, by: string | null): string {
  const { title } = item ?? {};
  switch (kind) {
    case 'new_feedback':
      return count > 1 ? texts.newItems(count) : texts.newItem(title);
    case 'mentioned':
      return texts.mentioned(by, title);
    case 'assigned':
      return count > 1 ? texts.assignedItems(count) : texts.assigned(by, title);
    case 'webhook_disabled':
      return texts.webhookDisabled(hostOf(subject));
    case 'import_finished':
      return count > 1 ? texts.importsFinished(count) : texts.importFinished(numberOf(subject, 'created'));
    case 'import_failed':
      return count > 1
        ? texts.importsFailed(count)
        : texts.importFailed(numberOf(subject, 'failed'), numberOf(subject, 'rows'));
  }
}

/** The page to which a notification leads. */
export function linkOf({ kind, count, item, subject }: Told): string {
  const itemUrl = item ? `/inbox?item=${item.id}` : '/inbox';
  switch (kind) {
    case 'new_feedback':
      return count > 1 ? '/inbox' : itemUrl;
    case 'mentioned': {
      const note = subject['note_id'];
      return item && typeof note === 'string' ? `${itemUrl}&note=${encodeURIComponent(note)}` : itemUrl;
    }
    case 'assigned':
      return count > 1 ? '/inbox?assignee=me' : itemUrl;
    case 'webhook_disabled': {
      const { id } = webhookOf(subject);
      return id ? `/developer/webhooks/${encodeURIComponent(id)}` : '/developer/webhooks';
    }
    case 'import_finished':
      return '/inbox';
    case 'import_failed':
      return '/import';
  }
}

const numberOf = (subject: Told['subject'], name: string): number => Number(subject[name] ?? 0);

const webhookOf = (subject: Told['subject']): { readonly id?: string; readonly url?: string } =>
  (subject['webhook'] as { readonly id?: string; readonly url?: string } | undefined) ?? {};

/** Only the host, because the path can be a secret. */
function hostOf(subject: Told['subject']): string {
  const { url = '' } = webhookOf(subject);
  return URL.canParse(url) ? new URL(url).hostname : url;
}
