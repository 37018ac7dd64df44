import { SYSTEM, VISITOR } from '@libs/kernel';
import {
  FOLLOWER_CHANGES,
  WAITING_MAX,
  type Feedback,
  type Follower,
  type NewFollow,
  type StoredMessage,
} from '../../src';
import type { FollowerHarness } from '../followers/follower-repository.contract';
import { aFeedback, aPublicCard, idAt, mergeItem } from '../items/feedback-builders';
import type { WaitingVoteAdapters } from '../lists/item-adapters';
import type { RequestsHarness } from '../requests/request-repository.contract';

export type WaitingVoteHarness = WaitingVoteAdapters &
  Omit<FollowerHarness, 'published'> &
  Pick<RequestsHarness, 'changes'>;

const EMAIL = 'Ada@Example.com';
const ADDRESS = 'ada@example.com';
const AT = '2026-03-03T10:00:00.000Z';
const NOW = new Date('2026-03-04T10:00:00.000Z');
const hoursLater = (hours: number) => new Date(Date.parse(AT) + hours * 3_600_000).toISOString();

/** Contract tests of `WaitingVoteRepository` (votes.md 9). Every adapter runs all of them. */
export function waitingVoteRepositoryContract(name: string, make: () => Promise<WaitingVoteHarness>): void {
  describe(`WaitingVoteRepository, ${name}`, () => {
    let harness: WaitingVoteHarness;
    let accountId: string;
    let titles: (readonly string[])[];
    let added = 0;
    beforeAll(async () => void (harness = await make()));
    beforeEach(async () => {
      accountId = await harness.addAccount();
      titles = [];
    });

    /** Each item is newer than the one before. */
    const publicItem = async (title = 'Card', more: Partial<Feedback> = {}) => {
      const created_at = new Date(Date.parse('2026-01-01T10:00:00.000Z') + 1_000 * added++).toISOString();
      const item = aFeedback({ accountId, created_at, public: { ...aPublicCard(), title }, ...more });
      await harness.items.add(item, SYSTEM);
      return item.id;
    };
    const follow = (fields: Partial<NewFollow> = {}): NewFollow => {
      const at = fields.at ?? AT;
      return {
        email: EMAIL,
        language: 'de',
        isConfirmed: false,
        id: idAt(at),
        generation: 'g',
        at,
        ...fields,
      };
    };
    const message = (at: string): StoredMessage => ({
      id: idAt(at),
      accountId,
      kind: 'vote_confirmation',
      sealed: Buffer.from('sealed'),
      createdAt: new Date(at),
      expiresAt: new Date('2036-01-01T00:00:00.000Z'),
    });
    const vote = (id: string, fields: Partial<NewFollow> = {}, by: string | null = null) =>
      harness.waitingVotes.add(accountId, id, { follow: follow(fields), name: by }, (_, cards) => {
        titles.push(cards);
        return message(fields.at ?? AT);
      });
    const ofEmail = async () => (await harness.followers.findByEmail(accountId, EMAIL))!;
    const cards = async () => harness.waitingVotes.cards(accountId, (await ofEmail()).id);
    const confirm = (follower: Follower, of = accountId) =>
      harness.waitingVotes.confirm(of, follower.id, {
        change: (one) => FOLLOWER_CHANGES.confirm(one, NOW.toISOString()),
        now: NOW,
        newId: () => idAt(NOW.toISOString()),
      });
    const totalOf = async (id: string) => (await harness.items.find(accountId, id))!.request_count;
    const requestsOf = async (id: string) =>
      (await harness.requests.list(accountId, id, { limit: 100 }))!.filter(
        (one) => one.id !== one.feedback_id,
      );
    const ask = (id: string, email: string) =>
      harness.requests.add(accountId, id, {
        inputs: [{ email, name: 'Known' }],
        source: 'api',
        by: SYSTEM,
        now: NOW,
        newId: () => idAt(NOW.toISOString()),
      });

    it('adds a vote that counts nowhere, with a follower and one message about all cards', async () => {
      const [one, two] = [await publicItem('One'), await publicItem('Two')];
      const before = await harness.items.find(accountId, one);
      await vote(one, {}, 'Ada');
      await vote(two, { email: EMAIL.toUpperCase(), at: hoursLater(23) });
      await vote(one, { at: hoursLater(24) }, 'Someone else');
      const follower = await ofEmail();
      expect(follower).toMatchObject({ email: ADDRESS, language: 'de', confirmed_at: null });
      expect(titles).toEqual([['One'], ['Two', 'One']]);
      expect(await harness.waiting(accountId)).toHaveLength(2);
      expect(await cards()).toEqual([
        { id: two, title: 'Two' },
        { id: one, title: 'One' },
      ]);
      const votes = [
        { feedback_id: two, name: null, created_at: hoursLater(23) },
        { feedback_id: one, name: 'Ada', created_at: AT },
      ];
      expect(await harness.waitingVotes.list(accountId, follower.id)).toEqual(votes);
      expect(await harness.followers.listAll(accountId, null, 10)).toEqual([{ follower, items: [], votes }]);
      expect(await harness.items.find(accountId, one)).toEqual(before);
    });

    it('adds nothing for items that are private, merged, of another account, or do not exist', async () => {
      const [duplicate, target] = [await publicItem(), await publicItem()];
      await mergeItem(harness.items, accountId, duplicate, target);
      const stranger = await harness.addAccount();
      for (const id of [await publicItem('', { public: null }), duplicate, idAt(AT), 'x']) await vote(id);
      await harness.waitingVotes.add(stranger, target, { follow: follow(), name: null }, () => message(AT));
      for (const id of [accountId, stranger]) {
        expect(await harness.followers.findByEmail(id, EMAIL)).toBeNull();
        expect(await harness.waiting(id)).toEqual([]);
      }
    });

    it(`keeps up to ${WAITING_MAX} votes of an address`, async () => {
      const ids = [];
      for (let n = 0; n <= WAITING_MAX; n++) ids.push(await publicItem(`Card ${n}`));
      for (const id of ids) await vote(id, { at: hoursLater(100) });
      expect(await cards()).toHaveLength(WAITING_MAX);
      await vote(ids.at(-1)!, { at: hoursLater(200) });
      expect(titles).toHaveLength(1);
    });

    it('sends nothing to a person who wants no mail, and keeps the vote', async () => {
      const [one, two] = [await publicItem(), await publicItem()];
      await vote(one);
      const { id } = await ofEmail();
      await harness.followers.change(accountId, id, (current) => FOLLOWER_CHANGES.no_mail(current, AT));
      await vote(two, { at: hoursLater(48) });
      expect(await harness.waiting(accountId)).toEqual([]);
      expect(await cards()).toHaveLength(2);
    });

    it('turns votes into requests that are confirmed, and followed', async () => {
      const [one, two] = [await publicItem(), await publicItem()];
      await vote(one, {}, 'Ada');
      await vote(two);
      const follower = await ofEmail();
      expect(await confirm(follower, await harness.addAccount())).toBeNull();
      const confirmed = await confirm(follower);
      expect(confirmed).toEqual({ ...follower, confirmed_at: NOW.toISOString() });
      expect(await ofEmail()).toEqual(confirmed);
      expect([await totalOf(one), await totalOf(two)]).toEqual([2, 2]);
      expect(await requestsOf(one)).toEqual([
        {
          accountId,
          feedback_id: one,
          id: expect.any(String),
          email: ADDRESS,
          name: 'Ada',
          company: null,
          value: null,
          quote: null,
          link: null,
          count: 1,
          source: 'vote',
          confirmed_at: NOW.toISOString(),
          verified: false,
          created_at: NOW.toISOString(),
        },
      ]);
      expect(await cards()).toEqual([]);
      const items = await harness.followers.listItems(accountId, follower.id, 10);
      expect(items).toEqual(
        [two, one].map((id) => ({ feedback_id: id, created_at: NOW.toISOString(), stopped_at: null })),
      );
      await confirm(follower);
      await vote(one, { at: hoursLater(200) });
      expect(await cards()).toEqual([]);
      expect(await totalOf(one)).toBe(2);
    });

    it('confirms the request or the submission of a person who asks already, in any case', async () => {
      const submitted = await publicItem('Submitted', { submitter_email: 'ADA@example.com' });
      const asked = await publicItem('Asked');
      const [known] = (await ask(asked, 'ada@EXAMPLE.com'))!;
      for (const id of [submitted, asked]) await vote(id, {}, 'Ada');
      const before = [await totalOf(submitted), await totalOf(asked)];
      await confirm(await ofEmail());
      expect([await totalOf(submitted), await totalOf(asked)]).toEqual(before);
      expect(await requestsOf(asked)).toEqual([{ ...known!.request, confirmed_at: NOW.toISOString() }]);
      const submission = await harness.requests.find(accountId, submitted, submitted);
      expect(submission).toMatchObject({ email: 'ADA@example.com', confirmed_at: NOW.toISOString() });
      titles = [];
      for (const id of [submitted, asked]) await vote(id, { at: hoursLater(200) });
      expect([await cards(), titles]).toEqual([[], []]);
    });

    it('counts the vote for a card that was merged for its target, once', async () => {
      const [duplicate, target] = [await publicItem('Duplicate'), await publicItem('Target')];
      await vote(duplicate, {}, 'First');
      await vote(target, { at: hoursLater(1) }, 'Second');
      await mergeItem(harness.items, accountId, duplicate, target);
      expect(await cards()).toEqual([{ id: target, title: 'Target' }]);
      await confirm(await ofEmail());
      expect(await cards()).toEqual([]);
      expect(await totalOf(target)).toBe(3);
      expect(await requestsOf(target)).toMatchObject([{ feedback_id: target, name: 'First' }]);
      await vote(target, { at: hoursLater(200) });
      await mergeItem(harness.items, accountId, duplicate, null);
      expect([await totalOf(duplicate), await totalOf(target)]).toEqual([1, 2]);
      expect(await cards()).toEqual([]);
    });

    it('discards the votes for a card, also for its duplicates', async () => {
      const [duplicate, target, other] = [await publicItem(), await publicItem(), await publicItem()];
      for (const id of [duplicate, target, other]) await vote(id);
      await mergeItem(harness.items, accountId, duplicate, target);
      const { id: followerId } = await ofEmail();
      for (const id of [idAt(AT), 'x']) await harness.waitingVotes.discard(accountId, followerId, id);
      await harness.waitingVotes.discard(await harness.addAccount(), followerId, target);
      expect(await cards()).toHaveLength(2);
      await harness.waitingVotes.discard(accountId, followerId, target);
      expect((await cards()).map(({ id }) => id)).toEqual([other]);
      expect(await harness.waitingVotes.list(accountId, followerId)).toHaveLength(1);
    });

    it('does not show or confirm votes for cards that have ended, or deleted items', async () => {
      const [ended, deleted, open] = [await publicItem(), await publicItem(), await publicItem('Open')];
      for (const id of [ended, deleted, open]) await vote(id);
      await harness.items.revise(accountId, ended, {
        expected: 'any',
        change: { public: null },
        at: NOW.toISOString(),
        by: SYSTEM,
      });
      await harness.items.remove(accountId, deleted, 'any', SYSTEM);
      expect(await cards()).toEqual([{ id: open, title: 'Open' }]);
      await confirm(await ofEmail());
      expect([await totalOf(ended), await totalOf(open)]).toEqual([1, 2]);
      const left = await harness.waitingVotes.list(accountId, (await ofEmail()).id);
      expect(left.map(({ feedback_id: id }) => id)).toEqual([ended]);
    });

    it('deletes votes with the address, and with the follower', async () => {
      await vote(await publicItem());
      await harness.waitingVotes.removeByEmail(await harness.addAccount(), EMAIL);
      expect(await cards()).toHaveLength(1);
      await harness.waitingVotes.removeByEmail(accountId, EMAIL.toUpperCase());
      expect(await cards()).toEqual([]);
      await vote(await publicItem());
      await harness.followers.removeByEmail(accountId, EMAIL);
      await vote(await publicItem('New'));
      expect(await cards()).toMatchObject([{ title: 'New' }]);
      await harness.followers.removeAll(accountId);
      expect(await harness.followers.listAll(accountId, null, 10)).toEqual([]);
    });

    it('forgets old votes, and their followers that have nothing else', async () => {
      const [old, recent] = [await publicItem(), await publicItem()];
      const emails = ['gone', 'confirmed', 'silent', 'following', 'waiting', 'recent'];
      const emailOf = (one: string) => `${one}@example.com`;
      const find = (one: string) => harness.followers.findByEmail(accountId, emailOf(one));
      for (const one of emails) await vote(one === 'recent' ? recent : old, { email: emailOf(one) });
      await vote(recent, { email: emailOf('waiting'), at: hoursLater(9) });
      for (const [one, change] of [
        ['confirmed', FOLLOWER_CHANGES.votes],
        ['silent', FOLLOWER_CHANGES.no_mail],
      ] as const)
        await harness.followers.change(accountId, (await find(one))!.id, (it) => change(it, AT));
      await harness.followers.follow(accountId, recent, follow({ email: emailOf('following') }), () => null);
      await harness.waitingVotes.forget(AT);
      expect(await find('gone')).not.toBeNull();
      await harness.waitingVotes.forget(hoursLater(1));
      const left = await harness.followers.listAll(accountId, null, 10);
      expect(left.map(({ follower, votes }) => [follower.email, votes.length]).toSorted()).toEqual([
        [emailOf('confirmed'), 0],
        [emailOf('following'), 0],
        [emailOf('silent'), 0],
        [emailOf('waiting'), 1],
      ]);
    });

    it('counts a person once who confirms twice at the same time', async () => {
      const ids = await Promise.all([publicItem(), publicItem(), publicItem()]);
      for (const id of ids) await vote(id);
      const follower = await ofEmail();
      await Promise.all(Array.from({ length: 4 }, () => confirm(follower)));
      for (const id of ids) expect([await totalOf(id), await requestsOf(id)]).toMatchObject([2, [{}]]);
    });

    it('counts exactly while items are merged, and others vote', async () => {
      for (let round = 0; round < 5; round++) {
        const [one, two] = [await publicItem(), await publicItem()] as const;
        for (const id of [one, two]) await vote(id);
        const follower = await ofEmail();
        await Promise.all([
          confirm(follower),
          mergeItem(harness.items, accountId, one, two),
          ask(one, 'eve@example.com'),
          ask(two, EMAIL),
        ]);
        expect(await totalOf(two)).toBe(4);
        await mergeItem(harness.items, accountId, one, null);
        const own = async (id: string) => (await requestsOf(id)).length + 1;
        expect([await totalOf(one), await totalOf(two)]).toEqual([await own(one), await own(two)]);
      }
    });

    it('has no effect for malformed IDs', async () => {
      expect(await harness.waitingVotes.cards(accountId, 'x')).toEqual([]);
      expect(await harness.waitingVotes.list(accountId, 'x')).toEqual([]);
      expect(await confirm({ id: 'x' } as Follower)).toBeNull();
      await harness.waitingVotes.discard(accountId, 'x', idAt(AT));
    });

    it('records the new request as an addition by a visitor, and no other one', async () => {
      for (const id of [await publicItem(), await publicItem('', { submitter_email: EMAIL })]) await vote(id);
      await confirm(await ofEmail());
      const changes = await harness.changes(accountId);
      const additions = changes.filter(({ kind }) => kind === 'request_created');
      expect(additions).toMatchObject([{ actor: VISITOR, request: { source: 'vote' } }]);
    });
  });
}
