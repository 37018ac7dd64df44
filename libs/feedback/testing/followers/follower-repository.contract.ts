import { SYSTEM, VISITOR } from '@libs/kernel';
import {
  FOLLOWER_CHANGES,
  type FollowerChange,
  type FeedbackRepository,
  type Follower,
  type FollowerRepository,
  type NewFollow,
  type StoredMessage,
} from '../../src';
import { aBatch, aFeedback, idAt } from '../items/feedback-builders';

/** A follower repository, its items, and the messages that wait. */
export interface FollowerHarness {
  readonly followers: FollowerRepository;
  readonly items: FeedbackRepository;
  addAccount(): Promise<string>;
  /** Waits until the history has all changes. */
  published(accountId: string): Promise<void>;
  /** IDs of messages of the account that wait, in the order in which they were added. */
  waiting(accountId: string): Promise<readonly string[]>;
}

const EMAIL = 'Ada@Example.com';
const AT = '2026-03-03T10:00:00.000Z';
const minutesLater = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

/** Contract tests of `FollowerRepository` (following.md 1, following.md 2, following.md 3). Every adapter runs all of them. */
export function followerRepositoryContract(name: string, make: () => Promise<FollowerHarness>): void {
  describe(`FollowerRepository, ${name}`, () => {
    let harness: FollowerHarness;
    let followers: FollowerRepository;
    let accountId: string;

    beforeAll(async () => {
      harness = await make();
      followers = harness.followers;
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const follow = (fields: Partial<NewFollow> = {}): NewFollow => ({
      email: EMAIL,
      language: 'de',
      isConfirmed: false,
      id: idAt(AT),
      generation: 'g',
      at: AT,
      ...fields,
    });
    const message = (at = AT): StoredMessage => ({
      id: idAt(at),
      accountId,
      kind: 'receipt',
      sealed: Buffer.from('sealed'),
      createdAt: new Date(at),
      expiresAt: new Date('2036-01-01T00:00:00.000Z'),
    });
    const none = () => null;
    const add = async () => {
      const item = aFeedback({ accountId });
      await harness.items.add(item, SYSTEM);
      return item.id;
    };
    const ofEmail = async (email = EMAIL) => (await followers.findByEmail(accountId, email))!;
    const itemsOf = async ({ id }: Follower) => followers.listItems(accountId, id, 100);

    it('returns texts as visitors sent them, and none of other items', async () => {
      const sent = aFeedback({ accountId, source: 'widget', title: 'Sent', description: null });
      const edited = aFeedback({ accountId, source: 'form', title: 'Typed', description: 'As it was' });
      const noted = aFeedback({ accountId, source: 'api', title: 'Of the team' });
      for (const item of [sent, edited, noted]) await harness.items.add(item, SYSTEM);
      for (const title of ['Internal', 'More internal'])
        await harness.items.reviseAll(accountId, aBatch([{ id: edited.id, title, description: title }]));
      await harness.items.reviseAll(accountId, aBatch([{ id: sent.id, description: 'Secret' }]));
      await harness.published(accountId);
      const texts = await followers.sentTexts(accountId, [sent.id, edited.id, noted.id, 'x']);
      expect(new Map(texts)).toEqual(
        new Map([
          [sent.id, { title: 'Sent', description: null }],
          [edited.id, { title: 'Typed', description: 'As it was' }],
        ]),
      );
      expect(await followers.sentTexts(await harness.addAccount(), [sent.id])).toEqual(new Map());
    });

    it('stores an item, its follower in lowercase, and the message', async () => {
      const item = aFeedback({ accountId, submitter_email: EMAIL });
      const sent = message();
      const seen: Follower[] = [];
      const { id } = follow();
      await followers.addItem(item, VISITOR, follow({ id }), (follower) => (seen.push(follower), sent));
      expect(await harness.items.find(accountId, item.id)).toEqual(item);
      const stored = await followers.find(accountId, id);
      expect(stored).toEqual({
        accountId,
        id,
        email: 'ada@example.com',
        language: 'de',
        confirmed_at: null,
        no_mail_at: null,
        changelog_at: null,
        changelog_asked_at: null,
        generation: 'g',
        messages: [AT],
        created_at: AT,
      });
      expect(seen).toEqual([{ ...stored, messages: [] }]);
      expect(await ofEmail('ADA@example.com')).toEqual(stored);
      expect(await itemsOf(stored!)).toEqual([{ feedback_id: item.id, created_at: AT, stopped_at: null }]);
      expect(await harness.waiting(accountId)).toEqual([sent.id]);
    });

    it('stores nothing if the item cannot be stored, or the message not be made', async () => {
      const item = aFeedback({ accountId, external_id: 'taken' });
      await harness.items.add(item, SYSTEM);
      const other = aFeedback({ accountId, external_id: 'taken' });
      const adding = followers.addItem(other, VISITOR, follow(), () => message());
      await expect(adding).rejects.toMatchObject({ code: 'external_id_taken' });
      expect(await followers.findByEmail(accountId, EMAIL)).toBeNull();
      expect(await harness.waiting(accountId)).toEqual([]);
    });

    it('follows an item once, as one follower in any case', async () => {
      const [first, second] = [await add(), await add()];
      await followers.follow(accountId, first, follow(), none);
      const later = { at: minutesLater(1), language: 'fr', generation: 'other' };
      await followers.follow(accountId, first, follow({ ...later, email: EMAIL.toUpperCase() }), none);
      const follower = await followers.follow(accountId, second, follow({ ...later, language: null }), none);
      expect(follower).toMatchObject({ language: 'fr', generation: 'g', created_at: AT, confirmed_at: null });
      expect(await itemsOf(follower!)).toEqual([
        { feedback_id: second, created_at: later.at, stopped_at: null },
        { feedback_id: first, created_at: AT, stopped_at: null },
      ]);
      expect(await followers.listItems(accountId, follower!.id, 1)).toHaveLength(1);
    });

    it('confirms with a follow that is confirmed, once', async () => {
      const id = await add();
      await followers.follow(accountId, id, follow(), none);
      const agreed = follow({ isConfirmed: true, at: minutesLater(1) });
      expect(await followers.follow(accountId, id, agreed, none)).toMatchObject({ confirmed_at: agreed.at });
      const again = follow({ isConfirmed: true, at: minutesLater(2) });
      expect(await followers.follow(accountId, id, again, none)).toMatchObject({ confirmed_at: agreed.at });
    });

    it('follows no item that does not exist, or is of another account', async () => {
      const id = await add();
      for (const [account, item] of [
        [await harness.addAccount(), id],
        [accountId, idAt(AT)],
        [accountId, 'x'],
      ] as const)
        expect(await followers.follow(account, item, follow(), none)).toBeNull();
      expect(await followers.findByEmail(accountId, EMAIL)).toBeNull();
    });

    it('stores one message a day for an address that is not confirmed, and three an hour for one that is', async () => {
      const id = await add();
      const sendAt = (minutes: number) => {
        const at = minutesLater(minutes);
        return followers.follow(accountId, id, follow({ at }), () => message(at));
      };
      for (const minutes of [0, 1, 1439]) await sendAt(minutes);
      expect(await harness.waiting(accountId)).toHaveLength(1);
      const follower = (await sendAt(1440))!;
      expect(await harness.waiting(accountId)).toHaveLength(2);
      await followers.change(accountId, follower.id, (one) => FOLLOWER_CHANGES.confirm(one, AT));
      for (const minutes of [2000, 2001, 2002, 2003]) {
        const at = minutesLater(minutes);
        await followers.addMessage(accountId, EMAIL.toUpperCase(), new Date(at), () => message(at));
      }
      expect(await harness.waiting(accountId)).toHaveLength(5);
      expect((await ofEmail()).messages).toEqual([2000, 2001, 2002].map(minutesLater));
      await followers.addMessage(accountId, 'eve@example.com', new Date(AT), () => message());
      expect(await harness.waiting(accountId)).toHaveLength(5);
    });

    it('stores one message for two submissions at the same time', async () => {
      const ids = [await add(), await add()];
      await Promise.all(
        ids.map((id) => followers.follow(accountId, id, follow({ id: idAt(AT) }), () => message())),
      );
      expect(await harness.waiting(accountId)).toHaveLength(1);
      expect(await itemsOf(await ofEmail())).toHaveLength(2);
    });

    it('drops messages that wait, and stores none, once the person wants no mail', async () => {
      const id = await add();
      const follower = (await followers.follow(accountId, id, follow(), () => message()))!;
      const off = await followers.change(accountId, follower.id, (one) => FOLLOWER_CHANGES.no_mail(one, AT));
      expect(off).toMatchObject({ no_mail_at: AT });
      expect(await followers.find(accountId, follower.id)).toEqual(off);
      await followers.addMessage(accountId, EMAIL, new Date(minutesLater(9_000)), () => message());
      const agreed = follow({ isConfirmed: true });
      expect(await followers.follow(accountId, id, agreed, () => message())).toMatchObject({
        no_mail_at: AT,
      });
      expect(await harness.waiting(accountId)).toEqual([]);
      const other = await harness.addAccount();
      expect(await followers.change(other, follower.id, (one) => one)).toBeNull();
    });

    /** changelog.md 10 */
    it('lets a subscription wait for its confirmation, with one message a day', async () => {
      const ask = (at: string) =>
        followers.askToSubscribe(accountId, follow({ id: idAt(at), at }), () => message(at));
      await ask(AT);
      const later = new Date(Date.parse(AT) + 1000).toISOString();
      await ask(later);
      const asking = await ofEmail();
      expect(asking).toMatchObject({ changelog_at: null, changelog_asked_at: later, confirmed_at: null });
      expect(await harness.waiting(accountId)).toHaveLength(1);
      const subscribed = await followers.change(accountId, asking.id, (one) =>
        FOLLOWER_CHANGES.subscribe(one, later),
      );
      expect(subscribed).toMatchObject({
        changelog_at: later,
        changelog_asked_at: null,
        confirmed_at: later,
      });
      await ask(new Date(Date.parse(AT) + 1e9).toISOString());
      expect(await ofEmail()).toEqual(subscribed);
      expect(await harness.waiting(accountId)).toHaveLength(1);
    });

    it('keeps the language of a known follower that asks to subscribe', async () => {
      const id = await add();
      await followers.follow(accountId, id, follow({ language: 'de' }), none);
      await followers.askToSubscribe(accountId, follow({ language: 'fr' }), none);
      expect(await ofEmail()).toMatchObject({ language: 'de', changelog_asked_at: AT });
    });

    it('deletes a follower that is not confirmed and has nothing anymore', async () => {
      await followers.askToSubscribe(accountId, follow(), () => message());
      const { id } = await ofEmail();
      const removed = () => followers.removeUnused(accountId, id);
      expect([await removed(), await followers.removeUnused(accountId, 'x')]).toEqual([false, false]);
      const change = (name: FollowerChange) =>
        followers.change(accountId, id, (one) => FOLLOWER_CHANGES[name](one, AT));
      await change('no_mail');
      await change('unsubscribe');
      expect(await removed()).toBe(false);
      await change('mail');
      const item = await add();
      await followers.setStopped(accountId, id, item, { at: AT, now: AT });
      expect(await removed()).toBe(false);
      await harness.items.remove(accountId, item, 'any', SYSTEM);
      expect(await removed()).toBe(true);
      await followers.askToSubscribe(accountId, follow(), () => message());
      const again = (await ofEmail()).id;
      await followers.change(accountId, again, (one) => FOLLOWER_CHANGES.unsubscribe(one));
      expect(await harness.waiting(accountId)).toHaveLength(1);
      expect(await followers.removeUnused(accountId, again)).toBe(true);
      expect([await followers.find(accountId, again), await harness.waiting(accountId)]).toEqual([null, []]);
    });

    it('stops an item and follows it again, only with its button', async () => {
      const [id, unfollowed] = [await add(), await add()];
      const follower = (await followers.follow(accountId, id, follow(), none))!;
      const set = (item: string, at: string | null, account = accountId) =>
        followers.setStopped(account, follower.id, item, { at, now: minutesLater(5) });
      await set(id, AT);
      await set(id, minutesLater(2));
      await followers.follow(accountId, id, follow({ at: minutesLater(3) }), none);
      expect(await itemsOf(follower)).toEqual([{ feedback_id: id, created_at: AT, stopped_at: AT }]);
      await set(id, null);
      await set(unfollowed, null);
      await set(idAt(AT), null);
      await set('x', null);
      await set(id, AT, await harness.addAccount());
      expect(await itemsOf(follower)).toEqual([
        { feedback_id: unfollowed, created_at: minutesLater(5), stopped_at: null },
        { feedback_id: id, created_at: AT, stopped_at: null },
      ]);
    });

    it('forgets a deleted item', async () => {
      const id = await add();
      const follower = (await followers.follow(accountId, id, follow(), none))!;
      await harness.items.remove(accountId, id, 'any', SYSTEM);
      expect(await itemsOf(follower)).toEqual([]);
      expect(await followers.find(accountId, follower.id)).toEqual(follower);
    });

    it('deletes a follower by address with messages that wait, and all of an account', async () => {
      const id = await add();
      const follower = (await followers.follow(accountId, id, follow(), () => message()))!;
      const other = follow({ email: 'eve@example.com', id: idAt(minutesLater(1)), at: minutesLater(1) });
      await followers.follow(accountId, id, other, none);
      const listed = await followers.listAll(accountId, null, 10);
      expect(listed.map(({ follower: { email } }) => email)).toEqual(['ada@example.com', 'eve@example.com']);
      expect(listed[0]).toEqual({ follower, items: await itemsOf(follower), votes: [] });
      expect(listed[0]!.items).toHaveLength(1);
      expect(await followers.listAll(accountId, follower.id, 1)).toEqual([listed[1]]);
      expect(await followers.removeByEmail(await harness.addAccount(), EMAIL)).toBe(false);
      expect(await followers.removeByEmail(accountId, EMAIL.toUpperCase())).toBe(true);
      expect(await followers.removeByEmail(accountId, EMAIL)).toBe(false);
      expect(await followers.find(accountId, follower.id)).toBeNull();
      expect(await followers.listItems(accountId, follower.id, 10)).toEqual([]);
      expect(await harness.waiting(accountId)).toEqual([]);
      await followers.removeAll(accountId);
      expect(await followers.listAll(accountId, null, 10)).toEqual([]);
    });

    it('finds nothing by a malformed ID', async () => {
      expect(await followers.find(accountId, 'x')).toBeNull();
      expect(await followers.change(accountId, 'x', (one) => one)).toBeNull();
      expect(await followers.listItems(accountId, 'x', 10)).toEqual([]);
    });
  });
}
