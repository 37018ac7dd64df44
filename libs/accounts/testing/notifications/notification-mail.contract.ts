import { memberActor, type Actor } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  MAIL_LEASE_SECONDS,
  type DueNotification,
  type MailReader,
  type NotificationKind,
  type NotificationMailRepository,
  type NotificationRepository,
  type NotificationSettings,
  type NotificationSettingsRepository,
  type Person,
} from '../../src';
import { aMessage } from '../mail/mail-builders';

/** Repositories in which mail becomes due. */
export interface NotificationMailHarness {
  readonly mail: NotificationMailRepository;
  readonly notifications: NotificationRepository;
  readonly settings: NotificationSettingsRepository;
  /** Creates an account with one member. */
  addAccount(
    owner?: Partial<Person>,
  ): Promise<Readonly<Record<'accountId' | 'personId' | 'name' | 'email' | 'account', string>>>;
  /** Creates an item, and returns its ID. */
  addItem(accountId: string, title: string): Promise<string>;
  /** Adds a note, and returns its ID. */
  addNote(accountId: string, itemId: string, text: string): Promise<string>;
  /** Publishes a new item that someone else sent. */
  publish(accountId: string): Promise<void>;
  suspend(accountId: string): Promise<void>;
  /** Ends the membership, and keeps the settings. */
  leave(accountId: string, personId: string): Promise<void>;
  remove(accountId: string): Promise<void>;
  /** IDs of messages in the outbox. */
  messages(accountId: string): Promise<readonly string[]>;
  /** Sends the messages of the account that are waiting. */
  send(accountId: string): Promise<void>;
}

const MINUTE = 60_000;
const after = (milliseconds: number, from = new Date()) => new Date(from.getTime() + milliseconds);

/** Contract tests of `NotificationMailRepository`, about single notifications (notifications.md 6). Every adapter runs all of them. */
export function notificationMailContract(name: string, make: () => Promise<NotificationMailHarness>): void {
  describe(`NotificationMailRepository, ${name}`, () => {
    let harness: NotificationMailHarness;
    let mail: NotificationMailRepository;
    let accountId: string;
    let personId: string;
    let email: string;
    let account: string;
    /** Of the person. */
    let name: string;

    beforeAll(async () => {
      harness = await make();
      ({ mail } = harness);
    });
    beforeEach(async () => {
      ({ accountId, personId, email, account, name } = await harness.addAccount());
    });

    const change = (changed: Partial<NotificationSettings>) =>
      harness.settings.change(accountId, personId, changed);
    /** Other tests leave what is due. */
    const own = <T extends MailReader>(due: readonly T[]): readonly T[] =>
      due.filter((one) => one.accountId === accountId);

    describe('messages about notifications', () => {
      const add = async (
        kind: NotificationKind = 'mentioned',
        more: { itemId?: string; subject?: object; createdAt?: Date; by?: Actor } = {},
      ) => {
        const id = randomUUID();
        const { itemId = null, subject = {}, createdAt = new Date(), by } = more;
        const common = { accountId, id, kind, itemId, createdAt, ...(by && { by }) };
        const added = { ...common, subject: subject as Record<string, unknown> };
        await harness.notifications.add(added, [personId]);
        return id;
      };
      const claim = async (now = new Date()) => own(await mail.claimNotifications(now));
      const store = (due: readonly DueNotification[], message = aMessage()) =>
        mail.storeNotifications(due.map((one) => ({ ...one, message: { ...message, accountId } })));

      it('are claimed with the title of the item, the text of the note, and the name of the author', async () => {
        const itemId = await harness.addItem(accountId, 'Dark mode');
        const noteId = await harness.addNote(accountId, itemId, 'Ask @ada');
        const subject = { note_id: noteId, by: memberActor(personId) };
        const createdAt = new Date();
        const id = await add('mentioned', { itemId, subject, createdAt });
        const now = new Date();
        expect(await claim(now)).toEqual([
          {
            accountId,
            personId,
            id,
            kind: 'mentioned',
            count: 1,
            item: { id: itemId, title: 'Dark mode' },
            note: 'Ask @ada',
            subject,
            by: name,
            recipient: { email, account },
            claimedUntil: after(MAIL_LEASE_SECONDS * 1000, now),
          },
        ]);
      });

      it('are not due for the person who did it, and stay due for what others did', async () => {
        const by = memberActor(personId);
        await add('import_failed', { by });
        expect(await claim()).toEqual([]);
        await add('import_finished');
        await add('import_finished', { by });
        expect(await claim()).toMatchObject([{ kind: 'import_finished', count: 2 }]);
      });

      it.each([
        ['mentioned', {}, 1],
        ['mentioned', { mentionedMail: 'off' }, 0],
        ['assigned', {}, 1],
        ['assigned', { assignedMail: 'off' }, 0],
        ['import_failed', { mentionedMail: 'off' }, 1],
        ['import_finished', { serviceMail: 'off' }, 0],
        ['webhook_disabled', { serviceMail: 'immediately' }, 1],
        ['new_feedback', { newFeedbackMail: 'immediately' }, 0],
      ] as const)('%s with %j: %i', async (kind, changed, count) => {
        await change(changed);
        await add(kind);
        expect(await claim()).toHaveLength(count);
      });

      it('are not due if the notification was read, or is older than a day', async () => {
        await add();
        await harness.notifications.markRead(accountId, personId, null, new Date());
        await add('mentioned', { createdAt: after(-25 * 60 * MINUTE) });
        expect(await claim()).toEqual([]);
      });

      it('are claimed once, also by concurrent processes, and again if no result is stored', async () => {
        for (let n = 0; n < 50; n++) await add();
        const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
        expect(new Set(claimed.map(({ id }) => id)).size).toBe(50);
        expect(claimed).toHaveLength(50);
        expect(await claim(after((MAIL_LEASE_SECONDS - 5) * 1000))).toEqual([]);
        expect(await claim(after((MAIL_LEASE_SECONDS + 5) * 1000))).toHaveLength(50);
      });

      it('are stored once, with the end of the claim', async () => {
        await add();
        const first = await claim();
        const second = await claim(after((MAIL_LEASE_SECONDS + 1) * 1000));
        const message = aMessage();
        await store(first, aMessage());
        expect(await harness.messages(accountId)).toEqual([]);
        await store(second, message);
        await store(second, aMessage());
        expect(await harness.messages(accountId)).toEqual([message.id]);
        expect(await claim(after(10 * MINUTE))).toEqual([]);
      });

      it('are due again, five minutes later, when a merged notification gets another occurrence', async () => {
        await add('import_finished', { subject: { created: 1 } });
        await store(await claim());
        await harness.send(accountId);
        await add('import_finished', { subject: { created: 2 } });
        expect(await claim(after(4 * MINUTE))).toEqual([]);
        expect(await claim(after(6 * MINUTE))).toMatchObject([{ count: 2, subject: { created: 2 } }]);
      });

      it('wait for an earlier message about the same notification, and for no other', async () => {
        await add('import_finished', { subject: { created: 1 } });
        await store(await claim());
        await add('import_finished', { subject: { created: 2 } });
        const other = await add('mentioned');
        expect((await claim(after(6 * MINUTE))).map(({ id }) => id)).toEqual([other]);
        await harness.send(accountId);
        const later = await claim(after(20 * MINUTE));
        expect(later.map(({ count }) => count).toSorted()).toEqual([1, 2]);
      });

      it('are not stored if another occurrence was added in the meantime', async () => {
        await add('import_finished', { subject: { created: 1 } });
        const due = await claim();
        await add('import_finished', { subject: { created: 2 } });
        await store(due);
        expect(await harness.messages(accountId)).toEqual([]);
        expect(await claim(after((MAIL_LEASE_SECONDS + 1) * 1000))).toMatchObject([{ count: 2 }]);
      });

      it('have no recipient if the account is suspended, the person has left, or no one confirmed the address', async () => {
        await add();
        await harness.suspend(accountId);
        expect(await claim()).toMatchObject([{ recipient: null }]);
        ({ accountId, personId } = await harness.addAccount());
        await add();
        await harness.leave(accountId, personId);
        expect(await claim()).toMatchObject([{ recipient: null }]);
        ({ accountId, personId } = await harness.addAccount({ emailConfirmedAt: null }));
        await add();
        expect(await claim()).toMatchObject([{ recipient: null }]);
      });

      it.each([
        ['mentioned', 'mentionedMail'],
        ['assigned', 'assignedMail'],
        ['webhook_disabled', 'serviceMail'],
        ['import_finished', 'serviceMail'],
        ['import_failed', 'serviceMail'],
      ] as const)(
        'of the kind %s are not stored if someone turned off %s in the meantime',
        async (kind, name) => {
          await add(kind);
          await change({ [name]: 'off' });
          await store(await claim());
          expect(await harness.messages(accountId)).toEqual([]);
          expect(await claim(after(10 * MINUTE))).toEqual([]);
          await change({ [name]: 'immediately' });
          await add(kind);
          const due = await claim();
          await change({ [name]: 'off' });
          await store(due);
          expect(await harness.messages(accountId)).toEqual([]);
        },
      );

      it('are not stored for an account that was deleted', async () => {
        await add();
        const due = await claim();
        await harness.remove(accountId);
        await store(due);
        expect(await harness.messages(accountId)).toEqual([]);
      });
    });
  });
}
