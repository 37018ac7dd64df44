import { memberActor, SYSTEM } from '@libs/kernel';
import {
  FOLLOWER_CHANGES,
  RECIPIENTS_PER_DAY,
  STEP_SIZE,
  type ChangelogRepository,
  type EntryChange,
  type Feedback,
  type Status,
  type Told,
  type ToldEntry,
} from '../../src';
import { aBatch, aFeedback, idAt, mergeItem } from '../items/feedback-builders';
import type { StatusMessageHarness } from '../status-messages/status-message-repository.contract';
import { anEntry } from './changelog-repository.contract';

const AT = '2026-03-04T10:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000);
const DUE = later(120);
const BY = memberActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f');

/** Contract tests of messages about entries of the changelog (changelog.md 10). Every adapter runs all of them. */
export function entryMessageContract(
  name: string,
  make: () => Promise<StatusMessageHarness & { readonly entries: ChangelogRepository }>,
): void {
  describe(`messages about changelog entries, ${name}`, () => {
    let harness: Awaited<ReturnType<typeof make>>;
    let accountId: string;
    let told: { readonly entry: ToldEntry; readonly email: string }[];
    /** Those who get a message of any kind. */
    let people: string[];
    beforeAll(async () => (harness = await make()));
    beforeEach(async () => {
      accountId = await harness.addAccount();
      told = [];
      people = [];
    });

    const addItem = async (fields: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, status: 'shipped', ...fields });
      await harness.items.add(item, SYSTEM);
      return item.id;
    };
    const addEntry = async (items: readonly string[] = []) => {
      const entry = anEntry({ accountId, items });
      await harness.entries.add(entry);
      return entry.id;
    };
    const newFollow = (email: string, isConfirmed = true, at = AT) => ({
      ...{ email, language: 'de', isConfirmed, id: idAt(at), generation: 'g', at },
    });
    const follow = async (itemId: string, email: string, isConfirmed = true, at = AT) =>
      (await harness.followers.follow(accountId, itemId, newFollow(email, isConfirmed, at), () => null))!;
    const subscribe = async (email: string) => {
      await harness.followers.askToSubscribe(accountId, newFollow(email, false), () => null);
      const { id } = (await harness.followers.findByEmail(accountId, email))!;
      await harness.followers.change(accountId, id, (one) => FOLLOWER_CHANGES.subscribe(one, AT));
      return id;
    };
    const revise = (id: string, change: EntryChange, at = AT) =>
      harness.entries.revise(accountId, id, change, { by: BY, at });
    const tell = (id: string, change: EntryChange = {}, at = AT) =>
      revise(id, { status: 'published', notify: true, ...change }, at);
    const notification = async (id: string) => (await harness.entries.find(accountId, id))!.notification;
    const stored = () => {
      const sealed = Buffer.from('sealed');
      const head = { id: idAt(AT), accountId, kind: 'changelog_entry' };
      return { ...head, sealed, createdAt: new Date(AT), expiresAt: later(1e9) };
    };
    const compose = {
      statusUpdate: ({ follower }: Pick<Told, 'follower'>) => {
        people.push(follower.email);
        return stored();
      },
      entryUpdate: (entry: ToldEntry) => (follower: { readonly email: string }) => {
        told.push({ entry, email: follower.email });
        people.push(follower.email);
        return stored();
      },
    };
    const dueIds = async (now = DUE) =>
      (await harness.messages.due(now, 1000)).flatMap((one) => (one.accountId === accountId ? [one.id] : []));
    const send = async (now = DUE) => {
      const ids = await dueIds(now);
      for (const id of ids) while (await harness.messages.step(accountId, id, now, compose));
      return ids.length;
    };
    const emails = () => told.map(({ email }) => email).sort();

    it('holds a message with the publication, and sends it once to followers and subscribers', async () => {
      const [item, duplicate, planned] = [
        await addItem(),
        await addItem(),
        await addItem({ status: 'planned' }),
      ];
      await mergeItem(harness.items, accountId, duplicate, item);
      for (const id of [item, duplicate]) await follow(id, 'ada@example.com');
      await follow(duplicate, 'bo@example.com');
      await follow(item, 'unconfirmed@example.com', false);
      await follow(planned, 'planned@example.com');
      const stopped = await follow(item, 'stopped@example.com');
      await harness.followers.setStopped(accountId, stopped.id, item, { at: AT, now: AT });
      await subscribe('eve@example.com');
      await harness.followers.askToSubscribe(accountId, newFollow('waits@example.com'), () => null);
      const off = await subscribe('off@example.com');
      await harness.followers.change(accountId, off, (one) => FOLLOWER_CHANGES.no_mail(one, AT));
      await subscribe('ada@example.com');
      const listed = [item, duplicate, planned];
      expect(await harness.entries.audience(accountId, [...listed, idAt(AT)], false)).toBe(3);
      expect(await harness.entries.audience(accountId, listed, true)).toBe(4);
      const id = await addEntry(listed);
      const held = { state: 'held', due_at: DUE.toISOString(), sent_at: null, recipients: 3 };
      const none = { delivered: 0, waiting: 0, refused: 0 };
      expect((await tell(id))!.notification).toEqual({ ...held, ...none });
      expect(await send(later(119))).toBe(0);
      expect(await send()).toBe(1);
      expect(emails()).toEqual(['ada@example.com', 'bo@example.com', 'eve@example.com']);
      expect(told[0]!.entry).toMatchObject({ id, title: 'Dark theme', text: 'Choose **Dark**.' });
      const sent = { state: 'sent', sent_at: DUE.toISOString(), waiting: 3 };
      expect(await notification(id)).toEqual({ ...held, ...none, ...sent });
      const [first] = await harness.entries.list(accountId, { limit: 1 });
      expect(first!.notification).toMatchObject(sent);
      await tell(id);
      await revise(id, { status: 'draft' });
      await tell(id);
      expect([await dueIds(later(1e6)), (await notification(id))!.state]).toEqual([[], 'sent']);
    });

    it('counts items that are shipped afterwards', async () => {
      const item = await addItem({ status: 'planned' });
      await follow(item, 'ada@example.com');
      const id = await addEntry([item]);
      expect((await tell(id, { set_shipped: true }))!.notification).toMatchObject({ recipients: 1 });
    });

    it('tells nothing without notify, and what is cancelled once it is asked for again', async () => {
      const id = await addEntry();
      await subscribe('ada@example.com');
      await revise(id, { status: 'published' });
      expect([await dueIds(), await notification(id)]).toEqual([[], null]);
      await revise(id, { notify: false });
      await tell(id);
      await revise(id, { notify: false });
      expect(await notification(id)).toMatchObject({ state: 'cancelled' });
      await tell(id, {}, later(1).toISOString());
      await revise(id, { status: 'draft' });
      expect([await dueIds(later(1e6)), await notification(id)]).toMatchObject([[], { state: 'cancelled' }]);
      await tell(id, {}, later(2).toISOString());
      await send(later(122));
      expect(emails()).toEqual(['ada@example.com']);
      await expect(revise(id, { title: 'Other', notify: false })).rejects.toMatchObject({
        code: 'already_sent',
      });
      expect(await harness.entries.find(accountId, id)).toMatchObject({ title: 'Dark theme' });
    });

    it('sends nothing about an entry that is deleted, or of an account that can send nothing', async () => {
      const [deleted, suspended] = [await addEntry(), await addEntry()];
      await subscribe('ada@example.com');
      for (const id of [deleted, suspended]) await tell(id);
      await harness.entries.remove(accountId, deleted);
      for (const id of await dueIds()) await harness.messages.step(accountId, id, DUE, null);
      await send();
      expect([told, await notification(suspended)]).toMatchObject([[], { state: 'cancelled' }]);
    });

    describe('and messages about status', () => {
      const statusMessage = (item: string, status: Status, at = AT) =>
        harness.items.reviseAll(accountId, {
          ...aBatch([{ id: item, status, notify: { message: null } }], at),
          by: BY,
        });
      /** Sends what is due to the people who are not told yet. */
      const told = async (now = DUE) => {
        people = [];
        await send(now);
        return people.toSorted();
      };

      it('never tell a person twice that an item is shipped', async () => {
        const [item, other] = [await addItem({ status: 'building' }), await addItem()];
        for (const email of ['told@example.com', 'both@example.com']) await follow(item, email);
        await follow(other, 'both@example.com');
        const late = await follow(item, 'late@example.com', false);
        await statusMessage(item, 'shipped');
        // Between the end of the hold and the sending.
        await harness.followers.change(accountId, late.id, (one) =>
          FOLLOWER_CHANGES.confirm(one, later(130).toISOString()),
        );
        const all = ['both@example.com', 'late@example.com', 'told@example.com'];
        expect(await told(later(200))).toEqual(all);
        await follow(item, 'new@example.com');
        expect(await harness.entries.audience(accountId, [item, other], false)).toBe(2);
        await tell(await addEntry([item, other]));
        expect(await told(later(200))).toEqual(['both@example.com', 'new@example.com']);
        await harness.published();
        await harness.items.reviseAll(accountId, { ...aBatch([{ id: item, status: 'building' }]), by: BY });
        await statusMessage(item, 'shipped', later(300).toISOString());
        await harness.published();
        // It is shipped once more.
        expect(await harness.messages.audience(accountId, [item])).toMatchObject({ recipients: 4 });
        expect(await told(later(500))).toEqual([...all, 'new@example.com'].toSorted());
      });

      it('leave each other’s recipients out, whichever is sent first', async () => {
        const item = await addItem({ status: 'building' });
        await follow(item, 'ada@example.com');
        await statusMessage(item, 'shipped', later(10).toISOString());
        await tell(await addEntry([item]));
        expect(await told(DUE)).toEqual(['ada@example.com']);
        await follow(item, 'new@example.com');
        expect(await told(later(130))).toEqual(['new@example.com']);
      });

      it('know who was told about an item before it is merged', async () => {
        const [target, before, after] = [
          await addItem({ status: 'building' }),
          await addItem({ status: 'building' }),
          await addItem({ status: 'planned' }),
        ];
        await follow(target, 'target@example.com');
        await follow(before, 'before@example.com');
        await follow(after, 'after@example.com');
        for (const id of [target, before]) await statusMessage(id, 'shipped');
        expect(await told()).toEqual(['before@example.com', 'target@example.com']);
        for (const id of [before, after]) await mergeItem(harness.items, accountId, id, target);
        await tell(await addEntry([target]));
        expect(await told()).toEqual(['after@example.com']);
      });

      it('tell a person who had stopped when the other one was sent', async () => {
        const item = await addItem({ status: 'building' });
        const { id } = await follow(item, 'ada@example.com');
        await harness.followers.setStopped(accountId, id, item, { at: AT, now: AT });
        await statusMessage(item, 'shipped');
        expect(await told()).toEqual([]);
        await harness.followers.setStopped(accountId, id, item, { at: null, now: AT });
        await tell(await addEntry([item]));
        expect(await told()).toEqual(['ada@example.com']);
      });
    });

    it('drops what waits when the person stops the only item of the entry that they follow', async () => {
      const [one, other] = [await addItem(), await addItem()];
      const [single, both] = [await follow(one, 'single@example.com'), await follow(one, 'both@example.com')];
      await follow(other, 'both@example.com');
      await follow(one, 'subscriber@example.com');
      const subscriber = await subscribe('subscriber@example.com');
      await tell(await addEntry([one, other]));
      await send();
      for (const id of [single.id, both.id, subscriber])
        await harness.followers.setStopped(accountId, id, one, { at: AT, now: AT });
      expect(await harness.waiting(accountId)).toHaveLength(2);
      await harness.followers.setStopped(accountId, both.id, other, { at: AT, now: AT });
      expect(await harness.waiting(accountId)).toHaveLength(1);
    });

    it('continues where a step has ended, and ends with those that were told', async () => {
      const item = await addItem();
      await harness.addFollowers(accountId, item, STEP_SIZE);
      await subscribe('ada@example.com');
      const id = await addEntry([item]);
      await tell(id);
      const [message] = await dueIds();
      expect(await harness.messages.step(accountId, message!, DUE, compose)).toBe(true);
      expect(await notification(id)).toMatchObject({ state: 'sending', recipients: STEP_SIZE });
      expect(await harness.messages.step(accountId, message!, DUE, compose)).toBe(false);
      expect(new Set(emails()).size).toBe(STEP_SIZE + 1);
      const next = await addEntry([item]);
      await tell(next);
      const [another] = await dueIds();
      await harness.messages.step(accountId, another!, DUE, compose);
      await revise(next, { status: 'draft' });
      expect(await harness.messages.step(accountId, another!, DUE, compose)).toBe(false);
      expect(await notification(next)).toMatchObject({ state: 'sent', recipients: STEP_SIZE });
    });

    it('drops what waits when the person unsubscribes', async () => {
      const person = await subscribe('ada@example.com');
      await subscribe('bo@example.com');
      const id = await addEntry();
      await tell(id);
      await send();
      await harness.followers.change(accountId, person, (one) => FOLLOWER_CHANGES.unsubscribe(one));
      expect(await harness.waiting(accountId)).toHaveLength(1);
      await harness.accept(accountId, (await harness.waiting(accountId))[0]!);
      expect(await notification(id)).toMatchObject({ recipients: 2, delivered: 1, waiting: 0, refused: 1 });
      expect(await harness.followers.findByEmail(accountId, 'ada@example.com')).toMatchObject({
        changelog_at: null,
        confirmed_at: AT,
      });
    });

    it('counts with messages about status for the limit of a day', async () => {
      const item = await addItem();
      await harness.addSent(accountId, RECIPIENTS_PER_DAY - 2, AT);
      await harness.addFollowers(accountId, item, 2);
      await tell(await addEntry([item]));
      const id = await addEntry([item]);
      await expect(tell(id)).rejects.toMatchObject({ code: 'notify_limit_exceeded' });
      expect(await harness.entries.find(accountId, id)).toMatchObject({
        status: 'draft',
        notification: null,
      });
    });
  });
}
