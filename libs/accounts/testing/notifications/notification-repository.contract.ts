import { randomUUID } from 'node:crypto';
import {
  DEFAULT_SETTINGS,
  MENTION_TEXT_MAX,
  UNREAD_COUNTED_MAX,
  type MemberRepository,
  type NewNotification,
  type NotificationRepository,
  type NotificationSettingsRepository,
} from '../../src';
import { idAt } from '../account/account-builders';

export interface NotificationsHarness {
  readonly notifications: NotificationRepository;
  readonly settings: NotificationSettingsRepository;
  readonly members: MemberRepository;
  /** Creates an account with one member. */
  addAccount(): Promise<Readonly<Record<'accountId' | 'personId' | 'name' | 'email', string>>>;
  /** Creates an item, and returns its ID. */
  addItem(accountId: string, title: string): Promise<string>;
  /** Adds a note, and returns its ID. */
  addNote(accountId: string, itemId: string, text: string): Promise<string>;
}

const NOON = Date.parse('2026-03-03T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const READ_AT = at(1000);

/** Contract tests of the ports of notifications. Every adapter runs all of them. */
export function notificationRepositoryContract(
  name: string,
  make: () => Promise<NotificationsHarness>,
): void {
  /** notifications.md 1 */
  describe(`NotificationRepository, ${name}`, () => {
    let harness: NotificationsHarness;
    let notifications: NotificationRepository;
    let accountId: string;
    let personId: string;

    beforeAll(async () => {
      harness = await make();
      ({ notifications } = harness);
    });
    beforeEach(async () => {
      ({ accountId, personId } = await harness.addAccount());
    });

    const aNotification = (second: number, more: Partial<NewNotification> = {}): NewNotification => ({
      accountId,
      id: idAt(at(second)),
      kind: 'mentioned',
      itemId: null,
      subject: {},
      createdAt: at(second),
      ...more,
    });
    const add = async (second: number, more: Partial<NewNotification> = {}) => {
      const added = aNotification(second, more);
      await notifications.add(added, [personId]);
      return added.id;
    };
    const list = (person = personId, account = accountId) =>
      notifications.list(account, person, { limit: 100 });
    const ids = async (query: { before?: string; limit: number }) =>
      (await notifications.list(accountId, personId, query)).map(({ id }) => id);
    const unread = async (person = personId) =>
      (await notifications.unread([{ accountId, personId: person }]))[0];

    it('returns what was stored, with the title of its item', async () => {
      const itemId = await harness.addItem(accountId, 'Größe 🎉');
      const noteId = await harness.addNote(accountId, itemId, 'Ask @ada 🎉');
      const subject = { note_id: noteId, by: { type: 'system' } };
      const id = await add(1, { itemId, subject });
      expect(await list()).toEqual([
        {
          id,
          kind: 'mentioned',
          count: 1,
          item: { id: itemId, title: 'Größe 🎉' },
          note: 'Ask @ada 🎉',
          subject,
          createdAt: at(1).toISOString(),
          readAt: null,
        },
      ]);
    });

    it('returns the start of a long note, and none of other kinds, of unknown IDs, and of other accounts', async () => {
      const itemId = await harness.addItem(accountId, 'Item');
      const other = await harness.addAccount();
      const foreignItem = await harness.addItem(other.accountId, 'Foreign');
      const long = await harness.addNote(accountId, itemId, '🎉'.repeat(MENTION_TEXT_MAX + 1));
      const foreign = await harness.addNote(other.accountId, foreignItem, 'Foreign');
      await add(1, { itemId, subject: { note_id: long } });
      await add(2, { itemId: foreignItem, subject: { note_id: foreign } });
      await add(3, { itemId, subject: { note_id: 'x' } });
      await add(4, { itemId, kind: 'assigned', subject: { note_id: long } });
      expect((await list()).map(({ note }) => note)).toEqual([
        null,
        null,
        null,
        `${'🎉'.repeat(MENTION_TEXT_MAX - 1)}…`,
      ]);
    });

    it('returns no item that does not exist, or is of another account', async () => {
      const foreign = await harness.addItem((await harness.addAccount()).accountId, 'Foreign');
      await add(1, { itemId: randomUUID() });
      await add(2, { itemId: foreign });
      expect((await list()).map(({ item }) => item)).toEqual([null, null]);
    });

    it('returns pages, newest first', async () => {
      const [second, first, third] = [await add(2), await add(1), await add(3)];
      expect(await ids({ limit: 2 })).toEqual([third, second, first]);
      expect(await ids({ limit: 2, before: third })).toEqual([second, first]);
      expect(await ids({ limit: 1, before: second })).toEqual([first]);
      for (const before of [first, randomUUID(), 'x']) expect(await ids({ limit: 2, before })).toEqual([]);
    });

    it('shows nothing to other people, other accounts, and malformed IDs', async () => {
      await add(1);
      const other = await harness.addAccount();
      for (const [person, account] of [
        [other.personId, accountId],
        [personId, other.accountId],
        [randomUUID(), accountId],
        ['x', accountId],
        [personId, 'x'],
      ] as const) {
        expect(await list(person, account)).toEqual([]);
        expect(await notifications.unread([{ accountId: account, personId: person }])).toEqual([0]);
        await notifications.markRead(account, person, null, READ_AT);
      }
      expect(await unread()).toBe(1);
    });

    it('adds a kind that is merged to the unread one of each person', async () => {
      const [one, two] = [await harness.addItem(accountId, 'One'), await harness.addItem(accountId, 'Two')];
      const other = randomUUID();
      const first = aNotification(1, { kind: 'new_feedback', itemId: one, subject: { a: 1 } });
      await notifications.add(first, [personId, other]);
      await notifications.markRead(accountId, other, null, READ_AT);
      await notifications.add(aNotification(5, { kind: 'new_feedback', itemId: two, subject: { b: 2 } }), [
        personId,
        other,
      ]);
      expect(await list()).toEqual([
        {
          id: first.id,
          kind: 'new_feedback',
          count: 2,
          item: { id: two, title: 'Two' },
          note: null,
          subject: { b: 2 },
          createdAt: at(5).toISOString(),
          readAt: null,
        },
      ]);
      expect([await unread(), await unread(other)]).toEqual([2, 1]);
      expect((await list(other)).map(({ count, readAt }) => [count, readAt])).toEqual([
        [1, null],
        [1, READ_AT.toISOString()],
      ]);
    });

    it('keeps apart kinds that are merged, and occurrences of those that are not', async () => {
      for (const kind of [
        'new_feedback',
        'import_failed',
        'mentioned',
        'mentioned',
        'import_failed',
      ] as const)
        await add(1, { kind });
      const counts = (await list()).map(({ kind, count }) => `${kind} ${count}`).sort();
      expect(counts).toEqual(['import_failed 2', 'mentioned 1', 'mentioned 1', 'new_feedback 1']);
    });

    it('adds all of several concurrent ones', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => add(i, { kind: 'new_feedback' })));
      expect((await list()).map(({ count }) => count)).toEqual([20]);
    });

    it('marks some or all as read, once', async () => {
      const [a, b, c] = [await add(1), await add(2), await add(3)];
      await notifications.markRead(accountId, personId, [a, randomUUID(), 'x'], READ_AT);
      expect(await unread()).toBe(2);
      await notifications.markRead(accountId, personId, null, at(2000));
      expect(await unread()).toBe(0);
      expect((await list()).map(({ id, readAt }) => [id, readAt])).toEqual([
        [c, at(2000).toISOString()],
        [b, at(2000).toISOString()],
        [a, READ_AT.toISOString()],
      ]);
    });

    it('marks as read what is only about an item', async () => {
      const [one, two] = [await harness.addItem(accountId, 'One'), await harness.addItem(accountId, 'Two')];
      const [mention, assigned] = [
        await add(1, { itemId: one }),
        await add(2, { kind: 'assigned', itemId: one }),
      ];
      const kept = [await add(3, { itemId: two }), await add(4, { kind: 'new_feedback', itemId: two })];
      await add(5, { kind: 'new_feedback', itemId: one });
      for (const [account, person, item] of [
        [accountId, randomUUID(), one],
        [randomUUID(), personId, one],
        [accountId, personId, 'x'],
        [accountId, personId, randomUUID()],
      ] as const)
        await notifications.markItemRead(account, person, item, READ_AT);
      expect(await unread()).toBe(5);
      await notifications.markItemRead(accountId, personId, one, READ_AT);
      const read = (await list()).filter(({ readAt }) => readAt !== null).map(({ id }) => id);
      expect(read.sort()).toEqual([mention, assigned].sort());
      expect(kept).toHaveLength(2);
      expect(await unread()).toBe(3);
    });

    it('counts the unread ones of many readers, up to a maximum', async () => {
      const other = await harness.addAccount();
      for (let i = 0; i < UNREAD_COUNTED_MAX + 1; i++) await add(i);
      await notifications.add(aNotification(1, { accountId: other.accountId }), [other.personId]);
      const nobody = { accountId: randomUUID(), personId: randomUUID() };
      const mine = { accountId, personId };
      expect(await notifications.unread([nobody, other, mine, nobody, mine])).toEqual([
        0,
        1,
        UNREAD_COUNTED_MAX,
        0,
        UNREAD_COUNTED_MAX,
      ]);
      expect(await notifications.unread([])).toEqual([]);
    });

    it('removes old ones of all accounts', async () => {
      const other = await harness.addAccount();
      const old = new Date(Date.parse('1990-01-01T00:00:00.000Z'));
      const kept = await add(1);
      await add(2, { createdAt: old });
      await notifications.add(aNotification(3, { accountId: other.accountId, createdAt: old }), [
        other.personId,
      ]);
      let removed = 0;
      for (let count = 1; count > 0; removed += count) {
        count = await notifications.removeBefore(new Date(old.getTime() + 1));
      }
      expect(removed).toBe(2);
      expect(await ids({ limit: 10 })).toEqual([kept]);
    });
  });

  /** notifications.md 3 */
  describe(`NotificationSettingsRepository, ${name}`, () => {
    let harness: NotificationsHarness;
    let settings: NotificationSettingsRepository;
    beforeAll(async () => {
      harness = await make();
      ({ settings } = harness);
    });

    it('returns the defaults, and changes only what is given', async () => {
      const { accountId, personId } = await harness.addAccount();
      expect(await settings.find(accountId, personId)).toEqual(DEFAULT_SETTINGS);
      const view = randomUUID();
      const first = { newFeedbackInApp: false, newFeedbackView: view, timeZone: 'Europe/Berlin' };
      expect(await settings.change(accountId, personId, first)).toEqual({ ...DEFAULT_SETTINGS, ...first });
      const second = { newFeedbackMail: 'weekly', quarantineMail: 'daily', newFeedbackView: null } as const;
      const both = { ...DEFAULT_SETTINGS, ...first, ...second };
      expect(await settings.change(accountId, personId, second)).toEqual(both);
      expect(await settings.change(accountId, personId, {})).toEqual(both);
      expect(await settings.find(accountId, personId)).toEqual(both);
    });

    it('keeps apart people and accounts', async () => {
      const [mine, other] = [await harness.addAccount(), await harness.addAccount()];
      await settings.change(mine.accountId, mine.personId, { newFeedbackInApp: false });
      for (const [account, person] of [
        [mine.accountId, other.personId],
        [other.accountId, mine.personId],
        [mine.accountId, 'x'],
        ['x', mine.personId],
      ] as const)
        expect(await settings.find(account, person)).toEqual(DEFAULT_SETTINGS);
    });

    it('applies concurrent changes in turn', async () => {
      const { accountId, personId } = await harness.addAccount();
      const changes = [
        { newFeedbackInApp: false },
        { newFeedbackMail: 'daily' },
        { assignedMail: 'off' },
        { mentionedMail: 'off' },
        { timeZone: 'Asia/Tokyo' },
      ] as const;
      await Promise.all(changes.map((change) => settings.change(accountId, personId, change)));
      expect(await settings.find(accountId, personId)).toEqual(
        Object.assign({ ...DEFAULT_SETTINGS }, ...changes),
      );
    });
  });

  /** notifications.md 2 */
  describe(`MemberRepository, ${name}`, () => {
    it('returns the members of an account with their roles', async () => {
      const { members, addAccount } = await make();
      const { accountId, personId, name, email } = await addAccount();
      await addAccount();
      expect(await members.list(accountId)).toEqual([{ id: personId, role: 'owner', name, email }]);
      for (const id of [randomUUID(), 'x']) expect(await members.list(id)).toEqual([]);
    });

    it('returns who is a member', async () => {
      const { members, addAccount } = await make();
      const [one, two] = [await addAccount(), await addAccount()];
      const foreign = { accountId: one.accountId, personId: two.personId };
      const malformed = { accountId: one.accountId, personId: 'x' };
      expect(await members.areMembers([foreign, one, malformed, two])).toEqual([false, true, false, true]);
      expect(await members.areMembers([])).toEqual([]);
    });
  });
}
