import type { Notification } from '@libs/contract';
import { linkOf, textOf } from './notification-text';

const ITEM = { id: 'i1', title: 'Dark mode' };
const WEBHOOK = { webhook: { id: 'w1', url: 'https://hooks.slack.com/services/secret' } };
const about = (kind: Notification['kind'], more: Partial<Notification> = {}) => ({
  kind,
  count: 1,
  item: null,
  subject: {},
  ...more,
});

/** notifications.md 1 */
describe('a notification', () => {
  it.each<[ReturnType<typeof about>, string, string]>([
    [about('new_feedback', { item: ITEM }), 'New feedback: Dark mode', '/inbox?item=i1'],
    [about('new_feedback'), 'New feedback', '/inbox'],
    [about('new_feedback', { item: ITEM, count: 1200 }), '1,200 new feedback items', '/inbox'],
    [
      about('mentioned', { item: ITEM, subject: { note_id: 'n1' } }),
      'Ada mentioned you in a note on “Dark mode”',
      '/inbox?item=i1&note=n1',
    ],
    [about('mentioned'), 'Ada mentioned you in a note', '/inbox'],
    [about('assigned', { item: ITEM }), 'Ada assigned “Dark mode” to you', '/inbox?item=i1'],
    [about('assigned', { item: ITEM, count: 3 }), '3 items were assigned to you', '/inbox?assignee=me'],
    [
      about('webhook_disabled', { subject: WEBHOOK }),
      'The webhook to hooks.slack.com was disabled',
      '/developer/webhooks/w1',
    ],
    [about('import_finished', { subject: { created: 3 } }), 'Import finished: 3 items added', '/inbox'],
    [about('import_finished', { subject: { created: 1 } }), 'Import finished: 1 item added', '/inbox'],
    [about('import_finished', { count: 2 }), '2 imports finished', '/inbox'],
    [
      about('import_failed', { subject: { failed: 2, rows: 1000 } }),
      'Import failed: 2 of 1,000 rows are invalid',
      '/import',
    ],
    [
      about('import_failed', { subject: { failed: 1, rows: 2 } }),
      'Import failed: 1 of 2 rows is invalid',
      '/import',
    ],
    [about('import_failed', { subject: { failed: 0, rows: 5 } }), 'Import failed', '/import'],
    [about('import_failed', { count: 3 }), '3 imports failed', '/import'],
  ])('%j', (notification, text, link) =>
    expect([textOf(notification, 'Ada'), linkOf(notification)]).toEqual([text, link]),
  );

  it('needs no actor', () => {
    expect(textOf(about('mentioned', { item: ITEM }), null)).toBe(
      'Someone mentioned you in a note on “Dark mode”',
    );
    expect(textOf(about('assigned'), null)).toBe('An item was assigned to you');
  });
});
