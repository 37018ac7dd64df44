import type { Notification, NotificationSettings, NotificationsQuery } from '@libs/accounts';
import type * as contract from '@libs/contract';
import {
  isUuid,
  limitRule,
  optional,
  PAGE_DEFAULT,
  stringRule,
  throwIfInvalid,
  type Issue,
  type Page,
} from '@libs/kernel';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../../http/query';

const FIELDS = { cursor: optional(stringRule), limit: optional(limitRule) };

/** @throws DomainError `validation` with all errors of the query */
export function notificationsRequest(query: Query): NotificationsQuery {
  const issues: Issue[] = [];
  const { cursor: before, limit = PAGE_DEFAULT } = readQuery(FIELDS, query, issues);
  if (before !== undefined && !isUuid(before)) {
    issues.push(invalidParameter('cursor', 'must be the next_cursor of a page'));
  }
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { before, limit };
}

export function notificationsJson(
  { items, hasMore }: Page<Notification>,
  unread: number,
  limit: number,
): contract.NotificationPage {
  return {
    data: items.map(notificationJson),
    unread,
    pagination: { limit, has_more: hasMore, next_cursor: hasMore ? items.at(-1)!.id : null },
  };
}

const notificationJson = (notification: Notification): contract.Notification => ({
  id: notification.id,
  kind: notification.kind,
  count: notification.count,
  item: notification.item,
  subject: notification.subject,
  created_at: notification.createdAt,
  read_at: notification.readAt,
});

export const settingsJson = (settings: NotificationSettings): contract.NotificationSettings => ({
  new_feedback_in_app: settings.newFeedbackInApp,
  new_feedback_mail: settings.newFeedbackMail,
  new_feedback_view: settings.newFeedbackView,
  assigned_mail: settings.assignedMail,
  mentioned_mail: settings.mentionedMail,
  service_mail: settings.serviceMail,
  quarantine_mail: settings.quarantineMail,
  time_zone: settings.timeZone,
});
