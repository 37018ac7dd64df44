import { memberActor, SYSTEM } from '@libs/kernel';
import {
  FOLLOWER_CHANGES,
  RECIPIENTS_PER_DAY,
  STEP_SIZE,
  type ChangelogRepository,
  type EntryChange,
  type Feedback,
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
    beforeAll(async () => (harness = await make()));
    beforeEach(async () => {
      accountId = await harness.addAccount();
      told = [];
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
      statusUpdate: stored,
      entryUpdate: (entry: ToldEntry) => (follower: { readonly email: string }) => {
        told.push({ entry, email: follower.email });
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

    it('leaves out whom a message about status tells that the item is shipped', async () => {
      const [item, other] = [await addItem({ status: 'building' }), await addItem()];
      for (const email of ['told@example.com', 'both@example.com']) await follow(item, email);
      await follow(other, 'both@example.com');
      await harness.items.reviseAll(accountId, {
        ...aBatch([{ id: item, status: 'shipped', notify: { message: null } }], AT),
        by: BY,
      });
      const id = await addEntry([item, other]);
      // The message about status is held.
      expect(await harness.entries.audience(accountId, [item, other], true)).toBe(1);
      await send();
      await follow(item, 'new@example.com', true, later(200).toISOString());
      await tell(id);
      await send();
      expect(emails()).toEqual(['both@example.com', 'new@example.com']);
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
      await harness.addFollowers(accountId, item, RECIPIENTS_PER_DAY / 2 + 1);
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
