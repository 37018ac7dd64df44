import { apiKeyActor, memberActor, parse, SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  idAt,
  InMemoryMembers,
  InMemoryNotificationRepository,
  InMemoryNotificationSettings,
} from '../../testing';
import { READ_IDS_MAX } from '../limits';
import { notificationSettingsRule, readRule } from './notification-settings';
import { NotificationUseCases } from './notification.use-cases';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const DAY_MS = 86_400_000;
const [ACCOUNT, ADA, GRACE, EDITOR] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

describe('NotificationUseCases', () => {
  let now: Date;
  let notifications: NotificationUseCases;
  let settings: InMemoryNotificationSettings;
  beforeEach(() => {
    now = NOW;
    const members = new InMemoryMembers();
    members.add(ACCOUNT, { id: ADA, role: 'owner', name: 'Ada', email: 'ada@example.com' });
    members.add(ACCOUNT, { id: GRACE, role: 'admin', name: 'Grace', email: 'grace@example.com' });
    members.add(ACCOUNT, { id: EDITOR, role: 'editor', name: 'Edith', email: 'edith@example.com' });
    settings = new InMemoryNotificationSettings();
    const stores = {
      notifications: new InMemoryNotificationRepository(),
      settings,
      members,
    };
    notifications = new NotificationUseCases(
      stores,
      () => now,
      (at) => idAt(at),
    );
  });
  const list = async (person = ADA) => (await notifications.list(ACCOUNT, person, { limit: 100 })).items;
  const markRead = (body: unknown) => notifications.markRead(ACCOUNT, ADA, parse(readRule, body));

  /** notifications.md 2 */
  it('tells the members who may import of a failed import', async () => {
    await notifications.importFailed(ACCOUNT, { rows: 3, failed: 1 }, SYSTEM);
    expect(await list(EDITOR)).toEqual([]);
    for (const person of [ADA, GRACE])
      expect(await list(person)).toMatchObject([
        { kind: 'import_failed', count: 1, subject: { rows: 3, failed: 1 }, createdAt: NOW.toISOString() },
      ]);
  });

  /** notifications.md 2 */
  it('finds whom a text mentions, except its author', async () => {
    const mentioned = async (text: string, author = apiKeyActor(ADA)) =>
      (await notifications.mentioned(ACCOUNT, ['No one', text], author))[1]!;
    expect([...(await mentioned('@ada @grace'))].sort()).toEqual([ADA, GRACE].sort());
    expect(await mentioned('@ada @grace', memberActor(ADA))).toEqual([GRACE]);
    expect(await mentioned('ada, grace')).toEqual([]);
    expect(await notifications.mentioned(randomUUID(), ['@ada'], apiKeyActor(ADA))).toEqual([[]]);
  });

  /** notifications.md 3 */
  it('marks some or all as read, and counts the others', async () => {
    await notifications.importFailed(ACCOUNT, {}, SYSTEM);
    const [{ id } = { id: '' }] = await list();
    expect(await markRead({ ids: [randomUUID()] })).toBe(1);
    expect(await markRead({ ids: [id.toUpperCase()] })).toBe(0);
    await notifications.importFailed(ACCOUNT, {}, SYSTEM);
    expect(await markRead({ all: true })).toBe(0);
    expect(await notifications.unread([{ accountId: ACCOUNT, personId: GRACE }])).toEqual([2]);
  });

  /** notifications.md 3 */
  it.each<[object, string]>([
    [{}, 'Missing required field: ids'],
    [{ ids: [] }, 'Invalid value for ids: must be a list of 1 to 100 IDs'],
    [{ ids: ['x'] }, 'Invalid value for ids: must be a list of 1 to 100 IDs'],
    [{ ids: Array(READ_IDS_MAX + 1).fill(ADA) }, 'Invalid value for ids: must be a list of 1 to 100 IDs'],
    [{ ids: 'all' }, 'Invalid value for ids: must be a list of 1 to 100 IDs'],
    [{ all: false }, 'Invalid value for all: must be true'],
    [{ ids: [ADA], all: true }, 'Invalid value for all: must not be combined with ids'],
    [{ item_id: ADA, all: true }, 'Invalid value for all: must not be combined with item_id'],
    [{ item_id: ADA, ids: [ADA] }, 'Invalid value for item_id: must not be combined with ids'],
    [{ item_id: 'x' }, 'Invalid value for item_id: must be an ID'],
  ])('rejects %j', async (body, message) =>
    expect((async () => markRead(body))()).rejects.toMatchObject({ kind: 'validation', message }),
  );

  /** notifications.md 1 */
  it('removes notifications after 90 days', async () => {
    await notifications.importFailed(ACCOUNT, {}, SYSTEM);
    now = new Date(NOW.getTime() + 90 * DAY_MS);
    expect(await notifications.removeOld()).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await notifications.removeOld()).toBe(2);
    expect(await list()).toEqual([]);
  });

  /** notifications.md 6 */
  it('starts the first digest mail with the day before it', async () => {
    const change = jest.spyOn(settings, 'change');
    const body = parse(notificationSettingsRule, { new_feedback_mail: 'daily', time_zone: 'Europe/Berlin' });
    await notifications.changeSettings(ACCOUNT, ADA, body);
    expect(change.mock.lastCall?.[3]).toEqual(new Date('2026-03-03T07:00:00.000Z'));
  });

  /** notifications.md 4 */
  it('changes settings, and rejects unknown values', async () => {
    const change = (body: object) =>
      notifications.changeSettings(ACCOUNT, ADA, parse(notificationSettingsRule, body));
    await change({ new_feedback_in_app: false, new_feedback_view: ACCOUNT.toUpperCase() });
    await change({ new_feedback_mail: 'weekly', time_zone: 'America/New_York' });
    expect(await notifications.settings(ACCOUNT, ADA)).toEqual({
      newFeedbackInApp: false,
      newFeedbackMail: 'weekly',
      newFeedbackView: ACCOUNT,
      assignedMail: 'immediately',
      mentionedMail: 'immediately',
      serviceMail: 'immediately',
      quarantineMail: 'off',
      timeZone: 'America/New_York',
    });
    for (const body of [
      { new_feedback_mail: 'hourly' },
      { assigned_mail: 'daily' },
      { quarantine_mail: 'immediately' },
      { new_feedback_view: 'x' },
      { time_zone: 'Mars/Olympus' },
      { time_zone: '+01:00' },
      { time_zone: '' },
      { new_feedback_in_app: 'yes' },
      { push: true },
    ])
      expect(() => parse(notificationSettingsRule, body)).toThrow();
  });
});
