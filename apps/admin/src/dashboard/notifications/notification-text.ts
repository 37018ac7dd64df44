import type { Notification } from '@libs/contract';
import { t } from '../../messages';

const texts = t.notifications.kinds;

type Told = Pick<Notification, 'kind' | 'count' | 'item' | 'subject'>;

/** What happened, in one line. */
export function textOf({ kind, count, item, subject }: Told): string {
  const { title } = item ?? {};
  switch (kind) {
    case 'new_feedback':
      return count > 1 ? texts.newItems(count) : texts.newItem(title);
    case 'mentioned':
      return texts.mentioned(title);
    case 'assigned':
      return count > 1 ? texts.assignedItems(count) : texts.assigned(title);
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
    case 'mentioned':
      return itemUrl;
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
