import { memberActor, SYSTEM, type Actor, type Instant } from '@libs/kernel';
import {
  FOLLOWER_CHANGES,
  RECIPIENTS_PER_DAY,
  STEP_SIZE,
  type Feedback,
  type FeedbackRepository,
  type FeedbackUpdate,
  type FollowerRepository,
  type StatusMessageRepository,
  type StoredMessage,
  type Told,
} from '../../src';
import { aBatch, aFeedback, aMerge, aPublicCard, idAt, mergeItem } from '../items/feedback-builders';

/** A repository of messages about status, with the items and followers that they concern. */
export interface StatusMessageHarness {
  readonly messages: StatusMessageRepository;
  readonly followers: FollowerRepository;
  readonly items: FeedbackRepository;
  addAccount(): Promise<string>;
  /** Adds confirmed followers of an item at once. */
  addFollowers(accountId: string, itemId: string, count: number): Promise<void>;
  /** Adds a message that was sent to so many recipients. */
  addSent(accountId: string, recipients: number, at: Instant): Promise<void>;
  /** IDs of messages of the account that wait in the outbox. */
  waiting(accountId: string): Promise<readonly string[]>;
  /** Waits until changes are published. */
  published(): Promise<void>;
  /** As a mail server that accepts this message. */
  accept(accountId: string, messageId: string): Promise<void>;
}

const AT = '2026-03-03T10:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000);
const DUE = later(120);
const BY: Actor = memberActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f');

/** Contract tests of `StatusMessageRepository` (status-messages.md). Every adapter runs all of them. */
export function statusMessageRepositoryContract(
  name: string,
  make: () => Promise<StatusMessageHarness>,
): void {
  describe(`StatusMessageRepository, ${name}`, () => {
    let harness: StatusMessageHarness;
    let messages: StatusMessageRepository;
    let accountId: string;
    let told: Told[];
    /** The IDs of their messages. */
    let composed: string[];

    beforeAll(async () => {
      harness = await make();
      messages = harness.messages;
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
      told = [];
      composed = [];
    });

    const add = async (fields: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...fields });
      await harness.items.add(item, SYSTEM);
      return item.id;
    };
    const follow = (itemId: string, email: string, isConfirmed = true, language: string | null = 'de') =>
      harness.followers.follow(
        accountId,
        itemId,
        { email, language, isConfirmed, id: idAt(AT), generation: 'g', at: AT },
        () => null,
      );
    const change = (updates: readonly FeedbackUpdate[], at = AT) =>
      harness.items.reviseAll(accountId, { ...aBatch(updates as never, at), by: BY });
    const plan = (id: string, message: string | null = null, at = AT) =>
      change([{ id, status: 'planned', notify: { message } }], at);
    const list = async (id: string) => (await messages.list(accountId, id, 100))!;
    const one = async (id: string) => (await list(id))[0]!;
    const compose = {
      statusUpdate: (of: Told): StoredMessage => {
        told.push(of);
        const sealed = Buffer.from('sealed');
        const kind = 'status_update';
        const id = idAt(AT);
        composed.push(id);
        return { id, accountId, kind, sealed, createdAt: new Date(AT), expiresAt: later(1e9) };
      },
      entryUpdate: () => {
        throw new Error('No message is about an entry');
      },
    };
    const send = async (now = DUE) => {
      const due = await messages.due(now, 1000);
      const own = due.filter((one) => one.accountId === accountId);
      for (const { id } of own) while (await messages.step(accountId, id, now, compose));
      return own.length;
    };
    const emails = () => told.map(({ follower }) => follower.email).sort();

    it('holds a message with the change that asks for it', async () => {
      const id = await add();
      await follow(id, 'ada@example.com');
      await plan(id, 'Soon.');
      expect(await list(id)).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          feedback_id: id,
          state: 'held',
          previous_status: 'new',
          status: null,
          message: 'Soon.',
          actor: BY,
          created_at: AT,
          due_at: DUE.toISOString(),
          sent_at: null,
          recipients: 1,
          delivered: 0,
          waiting: 0,
          refused: 0,
        },
      ]);
      expect(await messages.list(accountId, idAt(AT), 100)).toBeNull();
      expect(await messages.list(await harness.addAccount(), id, 100)).toBeNull();
    });

    it('holds none without notify, a change, or an item that is not merged', async () => {
      const [id, target] = [await add(), await add()];
      await change([{ id, status: 'planned' }]);
      await change([{ id, status: 'planned', notify: {} }]);
      await mergeItem(harness.items, accountId, id, target);
      await harness.items.merge(accountId, aMerge([{ id, notify: {}, status: 'planned' }]));
      expect(await list(id)).toEqual([]);
      expect(await list(target)).toEqual([]);
    });

    it('stores nothing if the batch fails', async () => {
      const id = await add();
      const { after } = await change([
        { id, status: 'planned', notify: {} },
        { id: idAt(AT), status: 'planned', notify: {} },
      ]);
      expect([after, await list(id)]).toEqual([[], []]);
    });

    it('changes the message that is held, and starts its hold again, at most ten minutes', async () => {
      const id = await add();
      await plan(id, 'First');
      const { id: first } = await one(id);
      await change([{ id, status: 'building', notify: {} }], later(60).toISOString());
      expect(await list(id)).toMatchObject([
        { id: first, message: 'First', previous_status: 'new', due_at: later(180).toISOString() },
      ]);
      await change([{ id, status: 'building', notify: { message: 'Last' } }], later(590).toISOString());
      expect(await list(id)).toMatchObject([
        { id: first, message: 'Last', due_at: later(600).toISOString() },
      ]);
    });

    it('sends what is due to each confirmed follower of the item and its duplicates once', async () => {
      const [id, duplicate, other] = [await add(), await add(), await add()];
      await mergeItem(harness.items, accountId, duplicate, id);
      for (const itemId of [id, duplicate]) await follow(itemId, 'ada@example.com');
      await follow(duplicate, 'bo@example.com');
      await follow(id, 'unconfirmed@example.com', false);
      await follow(other, 'other@example.com');
      const off = (await follow(id, 'off@example.com'))!;
      await harness.followers.change(accountId, off.id, (current) => FOLLOWER_CHANGES.no_mail(current, AT));
      const stopped = (await follow(id, 'stopped@example.com'))!;
      await harness.followers.setStopped(accountId, stopped.id, id, { at: AT, now: AT });
      await plan(id, 'Soon.');
      expect(await send(later(119))).toBe(0);
      expect(await send()).toBe(1);
      expect(emails()).toEqual(['ada@example.com', 'bo@example.com']);
      expect(told[0]).toMatchObject({ item: { id, public: null }, status: 'planned', message: 'Soon.' });
      const sent = {
        state: 'sent',
        status: 'planned',
        sent_at: DUE.toISOString(),
        recipients: 2,
        waiting: 2,
      };
      expect(await one(id)).toMatchObject({ ...sent, delivered: 0, refused: 0 });
      expect(await send(later(1000))).toBe(0);
    });

    it('lets accounts take turns', async () => {
      for (let n = 0; n < 3; n++) await plan(await add());
      const first = accountId;
      accountId = await harness.addAccount();
      await plan(await add(), null, later(1).toISOString());
      const own = [first, accountId];
      const due = await messages.due(later(121), 1000);
      const turns = due.map((one) => one.accountId).filter((of) => own.includes(of));
      expect(turns).toEqual([first, accountId, first, first]);
    });

    it('reports the status at the end of the hold', async () => {
      const id = await add();
      await follow(id, 'ada@example.com');
      await plan(id);
      await change([{ id, status: 'shipped' }]);
      await send();
      expect(told).toMatchObject([{ status: 'shipped' }]);
    });

    it('sends nothing if the status is the same again, or the item is merged, or the account can send none', async () => {
      const [back, merged, suspended, target] = [await add(), await add(), await add(), await add()];
      for (const id of [back, merged, suspended]) await plan(id);
      await change([{ id: back, status: 'new' }]);
      await mergeItem(harness.items, accountId, merged, target);
      const { id } = await one(suspended);
      expect(await messages.step(accountId, id, DUE, null)).toBe(false);
      await send();
      const states = await Promise.all(
        [back, merged, suspended].map(async (item) => (await one(item)).state),
      );
      expect([states, told]).toEqual([['unchanged', 'cancelled', 'cancelled'], []]);
      expect(await one(back)).toMatchObject({ status: null, sent_at: null });
    });

    it('cancels what is held, and nothing later', async () => {
      const id = await add();
      await follow(id, 'ada@example.com');
      await plan(id);
      const { id: message } = await one(id);
      const unknown = { code: 'status_message_not_found' };
      await expect(messages.cancel(accountId, await add(), message)).rejects.toMatchObject(unknown);
      await expect(messages.cancel(accountId, id, 'x')).rejects.toMatchObject(unknown);
      await expect(messages.cancel(await harness.addAccount(), id, message)).rejects.toMatchObject(unknown);
      await messages.cancel(accountId, id, message);
      await expect(messages.cancel(accountId, id, message)).rejects.toMatchObject({ code: 'already_sent' });
      expect(await one(id)).toMatchObject({ state: 'cancelled', recipients: 0 });
      expect(await send()).toBe(0);
      await change([{ id, status: 'building', notify: {} }]);
      expect((await list(id)).map(({ state }) => state).sort()).toEqual(['cancelled', 'held']);
    });

    it('says what a follower wrote, and what the public sees', async () => {
      const card = aPublicCard();
      const id = await add({
        title: 'Mine',
        submitter_email: 'Ada@example.com',
        source: 'form',
        public: card,
      });
      await follow(id, 'ada@example.com');
      await follow(id, 'bo@example.com');
      await plan(id);
      await send();
      const titles = told.map(({ follower, ownTitle, item }) => [
        follower.email,
        ownTitle,
        item.public?.title,
      ]);
      expect(titles.sort()).toEqual([
        ['ada@example.com', 'Mine', card.title],
        ['bo@example.com', null, card.title],
      ]);
    });

    it('continues where a step has ended', async () => {
      const id = await add();
      await harness.addFollowers(accountId, id, STEP_SIZE + 2);
      await plan(id);
      const { id: message } = await one(id);
      expect(await messages.step(accountId, message, later(119), compose)).toBe(false);
      expect(await messages.step(accountId, message, DUE, compose)).toBe(true);
      expect(await one(id)).toMatchObject({ state: 'sending', recipients: STEP_SIZE, sent_at: null });
      await change([{ id, status: 'shipped' }]);
      expect(await messages.step(accountId, message, DUE, compose)).toBe(false);
      expect(await one(id)).toMatchObject({ state: 'sent', status: 'planned', recipients: STEP_SIZE + 2 });
      expect(new Set(emails()).size).toBe(STEP_SIZE + 2);
      expect(await messages.step(accountId, message, DUE, compose)).toBe(false);
    });

    it('ends with those that were told if the item is merged, or the account can send none', async () => {
      for (const end of ['merge', 'suspend']) {
        const [id, target] = [await add(), await add()];
        await harness.addFollowers(accountId, id, STEP_SIZE + 1);
        await plan(id);
        const { id: message } = await one(id);
        await messages.step(accountId, message, DUE, compose);
        if (end === 'merge') await mergeItem(harness.items, accountId, id, target);
        await messages.step(accountId, message, later(130), end === 'merge' ? compose : null);
        const sent = { state: 'sent', recipients: STEP_SIZE, sent_at: later(130).toISOString() };
        expect(await one(id)).toMatchObject(sent);
      }
    });

    it('counts what was accepted, waits, and was ended by its recipient', async () => {
      const id = await add();
      for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await follow(id, email);
      await plan(id);
      await send();
      expect(await harness.waiting(accountId)).toHaveLength(3);
      await harness.accept(accountId, composed[0]!);
      const turnedOff = told[1]!.follower.id;
      await harness.followers.setStopped(accountId, turnedOff, id, { at: AT, now: AT });
      expect(await one(id)).toMatchObject({ recipients: 3, delivered: 1, waiting: 1, refused: 1 });
      await harness.followers.removeByEmail(accountId, told[2]!.follower.email);
      expect(await messages.settle(DUE)).toBeGreaterThanOrEqual(0);
      expect(await one(id)).toMatchObject({ recipients: 3, delivered: 1, waiting: 0, refused: 2 });
    });

    it('counts people of several items once, by language', async () => {
      const [a, b, c] = [await add(), await add(), await add()];
      await mergeItem(harness.items, accountId, c, a);
      for (const id of [a, b]) await follow(id, 'ada@example.com');
      await follow(c, 'bo@example.com');
      await follow(b, 'eve@example.com', true, null);
      expect(await messages.audience(accountId, [a, b, 'x'])).toEqual({
        recipients: 3,
        languages: [
          { language: 'de', recipients: 2 },
          { language: null, recipients: 1 },
        ],
      });
    });

    it('holds messages about earlier changes, and none for unknown items', async () => {
      const [id, other] = [await add(), await add()];
      await change([{ id, status: 'planned' }]);
      const notice = { previous_status: 'new', message: 'Hi', isChange: true } as const;
      const notices = [id, idAt(AT), other].map((feedback_id) => ({ ...notice, feedback_id }));
      const held = await messages.hold(accountId, notices, BY, AT);
      expect(held.map(({ feedback_id: of }) => of)).toEqual([id, other]);
      expect(await messages.hold(accountId, [], BY, AT)).toEqual([]);
    });

    it('limits how many an account asks for in a day', async () => {
      await harness.addSent(accountId, RECIPIENTS_PER_DAY - 2, AT);
      const [id, other] = [await add(), await add()];
      for (const item of [id, other]) await harness.addFollowers(accountId, item, 2);
      await plan(id);
      const exceeded = { kind: 'rate_limit', code: 'notify_limit_exceeded', facts: { retryAfter: 3_600 } };
      await expect(plan(other)).rejects.toMatchObject(exceeded);
      expect(await harness.items.find(accountId, other)).toMatchObject({ status: 'new' });
      expect(await list(other)).toEqual([]);
      await messages.cancel(accountId, id, (await one(id)).id);
      await plan(other);
      await change([{ id, status: 'shipped' }]);
      const notice = { feedback_id: id, previous_status: 'new', message: null, isChange: true } as const;
      await expect(messages.hold(accountId, [notice], BY, AT)).rejects.toMatchObject(exceeded);
      expect(await messages.hold(accountId, [notice], BY, later(86_400).toISOString())).toHaveLength(1);
    });

    it('counts all recipients of a message that is being sent for this limit', async () => {
      await harness.addSent(accountId, RECIPIENTS_PER_DAY - STEP_SIZE - 2, AT);
      const [id, other] = [await add(), await add()];
      await harness.addFollowers(accountId, id, STEP_SIZE + 2);
      await follow(other, 'ada@example.com');
      await plan(id);
      expect(await messages.step(accountId, (await one(id)).id, DUE, compose)).toBe(true);
      await expect(plan(other)).rejects.toMatchObject({ code: 'notify_limit_exceeded' });
    });

    it('counts the recipients again at the end of the hold, and sends nothing above the limit', async () => {
      await harness.addSent(accountId, RECIPIENTS_PER_DAY - STEP_SIZE - 2, AT);
      const [id, other, joined] = [await add(), await add(), await add()];
      await harness.addFollowers(accountId, id, STEP_SIZE + 2);
      await follow(joined, 'ada@example.com');
      await plan(id);
      await plan(other);
      await mergeItem(harness.items, accountId, joined, other);
      const { id: message } = await one(other);
      expect(await messages.step(accountId, message, DUE, compose)).toBe(false);
      expect(await one(other)).toMatchObject({ state: 'cancelled', recipients: 0 });
      expect(told).toEqual([]);
      expect(await messages.step(accountId, (await one(id)).id, DUE, compose)).toBe(true);
    });

    it('goes with its item and its account, and lists all', async () => {
      const [id, other] = [await add(), await add()];
      await plan(id);
      await plan(other);
      const all = await messages.listAll(accountId, null, 10);
      expect(all.map(({ feedback_id: of }) => of).sort()).toEqual([id, other].sort());
      expect(await messages.listAll(accountId, all[0]!.id, 10)).toEqual([all[1]]);
      await harness.items.remove(accountId, id, 'any', SYSTEM);
      expect(await messages.listAll(accountId, null, 10)).toHaveLength(1);
      expect(await send()).toBeLessThan(3);
      await messages.removeAll(accountId);
      expect(await messages.listAll(accountId, null, 10)).toEqual([]);
    });
  });
}
