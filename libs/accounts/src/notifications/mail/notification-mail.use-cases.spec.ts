import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '../../limits';
import { MAIL_LEASE_SECONDS } from '../../mail/delivery';
import type { MailContent, OutboxMessage } from '../../mail/mail';
import { DEFAULT_SETTINGS, type NotificationSettings } from '../notification-settings';
import type {
  ComposedDigestMail,
  ComposedNotification,
  MailTiming,
  DueDigestMail,
  DueNotification,
  FeedbackSummary,
} from './notification-mail';
import { NotificationMailUseCases } from './notification-mail.use-cases';

/** A Monday. */
const EIGHT = new Date('2026-03-09T08:00:00.000Z');
const NOW = new Date(EIGHT.getTime() + 60_000);
const HOUR = 3_600_000;
const positionAt = (time: Date) => time.getTime() * 1000;

const SUMMARY: FeedbackSummary = {
  view: null,
  total: 3,
  sources: [{ name: 'form', count: 3 }],
  statuses: [{ name: 'new', count: 3 }],
  newest: [{ id: 'i', title: 'Dark mode' }],
  requested: [],
};

/** notifications.md 6 */
describe('NotificationMailUseCases', () => {
  let due: { notifications: DueNotification[]; digestMail: Record<MailTiming, DueDigestMail[]> };
  let stored: (ComposedDigestMail | ComposedNotification)[];
  let contents: Map<OutboxMessage, MailContent>;
  let reads: { viewId: string | null; after: number; until: number }[];
  let summary: FeedbackSummary;
  let quarantined: number;
  let errors: string[];
  /** The numbers of results that were stored together. */
  let groups: number[];
  let now: Date;
  let mail: NotificationMailUseCases;

  beforeEach(() => {
    due = { notifications: [], digestMail: { digest: [], 'at-once': [] } };
    [stored, reads, errors, groups] = [[], [], [], []];
    now = NOW;
    contents = new Map();
    summary = SUMMARY;
    quarantined = 0;
    const store = async (composed: readonly (ComposedDigestMail | ComposedNotification)[]) => {
      groups.push(composed.length);
      stored.push(...composed);
    };
    mail = new NotificationMailUseCases(
      {
        stored: {
          claimNotifications: async () => due.notifications,
          storeNotifications: store,
          claimDigestMail: async (timing) => due.digestMail[timing],
          storeDigestMail: (_type, composed) => store(composed),
        },
        source: {
          async newFeedback(_reader, viewId, period) {
            reads.push({ viewId, ...period });
            if (viewId === 'slow') now = new Date(now.getTime() + 10_000);
            if (viewId === 'fails') throw new Error('Too slow');
            return summary;
          },
          quarantined: async () => quarantined,
        },
        composer: {
          compose(accountId, content) {
            const message = { id: randomUUID(), accountId } as OutboxMessage;
            contents.set(message, content);
            return message;
          },
        },
        unsubscribeUrl: (_reader, settings) => `https://example.com/${settings.join('+')}`,
        onError: ({ message }, accountId) => errors.push(`${accountId}: ${message}`),
      },
      () => now,
    );
  });

  const reader = () => ({
    accountId: 'a',
    personId: randomUUID(),
    recipient: { email: 'ada@example.com', account: 'Acme' },
    claimedUntil: NOW,
  });
  const aDigestMail = (
    settings: Partial<NotificationSettings>,
    more: Partial<DueDigestMail> = {},
  ): DueDigestMail => ({
    ...reader(),
    settings: { ...DEFAULT_SETTINGS, ...settings },
    dueAt: EIGHT,
    since: positionAt(new Date(EIGHT.getTime() - 24 * HOUR)),
    last: positionAt(NOW),
    ...more,
  });
  const composedContents = () => stored.map(({ message }) => message && contents.get(message));
  const compose = async (...digestMail: DueDigestMail[]) => {
    due.digestMail.digest = digestMail;
    expect(await mail.composeDigestMail()).toBe(digestMail.length);
    return composedContents();
  };

  it.each([
    [
      'mentioned',
      { by: 'Bo', item: { id: 'i', title: 'T' }, note: 'Text', subject: { note_id: 'n' } },
      { by: 'Bo', item: { id: 'i', title: 'T' }, note: { id: 'n', text: 'Text' } },
    ],
    ['mentioned', { by: 'Bo', item: null }, { by: 'Bo', item: null, note: null }],
    ['assigned', { by: 'Bo', item: null, count: 3 }, { by: 'Bo', item: null, count: 3 }],
    [
      'webhook_disabled',
      { subject: { webhook: { id: 'w', url: 'https://hooks.example.com/secret', disabled_reason: 'gone' } } },
      { id: 'w', host: 'hooks.example.com', reason: 'gone' },
    ],
    [
      'webhook_disabled',
      { subject: { webhook: { id: 'w', url: 'https://a.example', disabled_reason: 'failing' } } },
      { id: 'w', host: 'a.example', reason: 'failing' },
    ],
    ['import_finished', { count: 2, subject: { created: 7, existing: 1 } }, { count: 2, created: 7 }],
    ['import_failed', { subject: { rows: 9, failed: 2 } }, { count: 1, rows: 9, failed: 2 }],
  ] as const)('makes a message of %s', async (kind, more, parameters) => {
    const base = { ...reader(), id: 'n', count: 1, item: null, note: null, subject: {}, by: null };
    due.notifications = [{ ...base, kind, ...more }];
    expect(await mail.composeNotifications()).toBe(1);
    const setting =
      { mentioned: 'mentioned_mail', assigned: 'assigned_mail' }[kind as string] ?? 'service_mail';
    expect(composedContents()).toEqual([
      {
        kind,
        to: 'ada@example.com',
        parameters: { account: 'Acme', ...parameters },
        unsubscribeUrl: `https://example.com/${setting}`,
      },
    ]);
  });

  it('stores no message without a recipient, and for a kind of a later release', async () => {
    const base = { ...reader(), id: 'n', count: 1, item: null, note: null, subject: {}, by: null };
    due.notifications = [
      { ...base, kind: 'mentioned', recipient: null },
      { ...base, kind: 'unknown' as NotificationKind },
    ];
    await mail.composeNotifications();
    expect(composedContents()).toEqual([null, null]);
  });

  it('makes daily digest mail of the period that ends at 8:00, and plans the next one', async () => {
    const digestMail = aDigestMail({ newFeedbackMail: 'daily', newFeedbackView: 'v' });
    expect(await compose(digestMail)).toEqual([
      {
        kind: 'digest',
        to: 'ada@example.com',
        parameters: { account: 'Acme', period: 'daily', feedback: SUMMARY, quarantined: 0 },
        unsubscribeUrl: 'https://example.com/new_feedback_mail',
      },
    ]);
    expect(reads).toEqual([{ viewId: 'v', after: digestMail.since, until: positionAt(EIGHT) }]);
    expect(stored).toMatchObject([
      { since: positionAt(EIGHT), nextDueAt: new Date(EIGHT.getTime() + 24 * HOUR) },
    ]);
  });

  it('ends the period at the last event that is published, where the next one starts', async () => {
    const last = positionAt(EIGHT) - 5;
    const digestMail = aDigestMail({ newFeedbackMail: 'daily' }, { last });
    await compose(digestMail);
    expect(reads).toEqual([{ viewId: null, after: digestMail.since, until: last }]);
    expect(stored).toMatchObject([{ since: last }]);
    await compose(aDigestMail({ newFeedbackMail: 'daily' }, { since: last + 2, last }));
    expect(reads).toHaveLength(1);
    expect(stored[1]).toMatchObject({ since: last + 2 });
  });

  it('makes one message of new feedback and quarantine', async () => {
    quarantined = 4;
    const [content] = await compose(aDigestMail({ newFeedbackMail: 'weekly', quarantineMail: 'daily' }));
    expect(content).toMatchObject({
      parameters: { period: 'weekly', feedback: SUMMARY, quarantined: 4 },
      unsubscribeUrl: 'https://example.com/new_feedback_mail+quarantine_mail',
    });
  });

  it('leaves new feedback out between the weekly mails, and keeps the period', async () => {
    quarantined = 1;
    const dueAt = new Date(EIGHT.getTime() - 24 * HOUR + 120_000);
    const digestMail = aDigestMail({ newFeedbackMail: 'weekly', quarantineMail: 'daily' }, { dueAt });
    expect(await compose(digestMail)).toMatchObject([{ parameters: { feedback: null, quarantined: 1 } }]);
    expect(stored).toMatchObject([{ since: digestMail.since }]);
    expect(reads).toEqual([]);
  });

  it('makes no message if nothing happened', async () => {
    summary = { ...SUMMARY, total: 0 };
    expect(await compose(aDigestMail({ newFeedbackMail: 'daily', quarantineMail: 'daily' }))).toEqual([null]);
    expect(stored).toMatchObject([{ since: positionAt(EIGHT) }]);
  });

  it('only plans digest mail that is new, or that was off', async () => {
    const late = new Date(NOW.getTime() - 25 * HOUR);
    const planned = [
      aDigestMail({ newFeedbackMail: 'daily' }, { dueAt: null }),
      aDigestMail({ newFeedbackMail: 'daily' }, { dueAt: null, since: 0, last: 4711 }),
      aDigestMail({ newFeedbackMail: 'daily' }, { dueAt: late, since: 1 }),
    ];
    expect(await compose(...planned)).toEqual([null, null, null]);
    const next = new Date(EIGHT.getTime() + 24 * HOUR);
    expect(stored).toMatchObject([
      { nextDueAt: next, since: planned[0]!.since },
      { nextDueAt: next, since: 4711 },
      { nextDueAt: next, since: positionAt(new Date(next.getTime() - 48 * HOUR)) },
    ]);
  });

  it('reads the same facts once for many members, and views for each person', async () => {
    const daily = { newFeedbackMail: 'daily' } as const;
    const viewers = [1, 2].map(() => aDigestMail({ ...daily, newFeedbackView: 'v' }));
    await compose(aDigestMail(daily), aDigestMail(daily), ...viewers);
    expect(reads.map(({ viewId }) => viewId)).toEqual([null, 'v', 'v']);
  });

  it('stores the other digest mail if one fails', async () => {
    const daily = { newFeedbackMail: 'daily' } as const;
    await compose(aDigestMail({ ...daily, newFeedbackView: 'fails' }), aDigestMail(daily));
    expect(stored).toHaveLength(1);
    expect(errors).toEqual(['a: Too slow']);
  });

  it('stores what is composed while others are slow, and leaves the rest when half of the claim is over', async () => {
    const daily = { newFeedbackMail: 'daily' } as const;
    const fast = Array.from({ length: 3 }, () => aDigestMail(daily));
    const slow = Array.from({ length: 20 }, () => aDigestMail({ ...daily, newFeedbackView: 'slow' }));
    await compose(...fast, ...slow);
    expect(groups).toEqual([4, 1, 1, 1, 1, 1]);
    expect(now.getTime() - NOW.getTime()).toBe((MAIL_LEASE_SECONDS / 2) * 1000);
  });

  it('makes a message at once of what is new since the last one, a day at most', async () => {
    const settings = { newFeedbackMail: 'immediately' } as const;
    due.digestMail['at-once'] = [
      aDigestMail(settings),
      aDigestMail(settings, { since: 1 }),
      aDigestMail(settings, { since: 0 }),
    ];
    expect(await mail.composeFeedback()).toBe(3);
    const [first, second, third] = composedContents();
    expect(first).toMatchObject({ parameters: { period: 'immediately', feedback: SUMMARY } });
    expect(second).toMatchObject({ kind: 'digest' });
    expect(third).toBeNull();
    expect(reads).toEqual([
      {
        viewId: null,
        after: positionAt(new Date(EIGHT.getTime() - 24 * HOUR)) + 60_000_000,
        until: positionAt(NOW),
      },
    ]);
    expect(stored.map((one) => (one as ComposedDigestMail).since)).toEqual(Array(3).fill(positionAt(NOW)));
  });
});
