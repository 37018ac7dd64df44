import type { Notification, NotificationSettings } from '@libs/accounts';
import type * as contract from '@libs/contract';
import type { Page } from '@libs/kernel';
import { idPageJson, type IdPage } from '../cursors/id-pages';

export const notificationsJson = (
  page: Page<Notification>,
  unread: number,
  request: IdPage,
): contract.NotificationPage => ({ ...idPageJson(page, request, notificationJson), unread });

const notificationJson = (notification: Notification): contract.Notification => ({
  id: notification.id,
  kind: notification.kind,
  count: notification.count,
  item: notification.item,
  note: notification.note,
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
