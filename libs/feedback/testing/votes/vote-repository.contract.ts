import { SYSTEM } from '@libs/kernel';
import type { Feedback, VotingNetwork } from '../../src';
import { aFeedback, anAccountId, aPublicCard, mergeItem } from '../items/feedback-builders';
import type { VoteAdapters } from '../lists/item-adapters';

const AT = '2026-03-04T10:00:00.000Z';
const EARLIER = '2026-02-01T10:00:00.000Z';
const QUERY = { since: '2026-03-03T10:00:00.000Z', least: 0, limit: 20 };

/** The network with this name, as it is on two days. */
const network = (name: string, source = 'near'): VotingNetwork => ({
  voters: [`${name} today`, `${name} yesterday`],
  source,
});
const yesterday = (name: string, source = 'near'): VotingNetwork => ({
  voters: [`${name} yesterday`, `${name} before`],
  source,
});

/** Contract tests of `VoteRepository` (votes.md 2, votes.md 4). Every adapter runs all of them. */
export function voteRepositoryContract(name: string, make: () => Promise<VoteAdapters>): void {
  describe(`VoteRepository, ${name}`, () => {
    let adapters: VoteAdapters;
    let accountId: string;
    beforeAll(async () => void (adapters = await make()));
    beforeEach(() => void (accountId = anAccountId()));

    const publicItem = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, public: aPublicCard(), ...more });
      await adapters.items.add(item, SYSTEM);
      return item.id;
    };
    const vote = (id: string, of: VotingNetwork, at = AT) => adapters.votes.add(accountId, id, of, at);
    const itemOf = async (id: string) => (await adapters.items.find(accountId, id))!;
    const votesOf = async (id: string) => (await itemOf(id)).unconfirmed_votes;

    it('counts a network once, whatever the day, without a new version', async () => {
      const [id, other] = [await publicItem(), await publicItem()];
      const before = await itemOf(id);
      await vote(id, yesterday('a'));
      await vote(id, network('a'));
      await vote(id, network('b'));
      await vote(other, network('a'));
      const after = await itemOf(id);
      expect(after).toEqual({ ...before, unconfirmed_votes: 2, updated_at: after.updated_at });
      expect(after.updated_at > before.updated_at).toBe(true);
      expect(await votesOf(other)).toBe(1);
    });

    it('counts two votes of a network at the same time once', async () => {
      const id = await publicItem();
      await Promise.all(Array.from({ length: 5 }, () => vote(id, network('a'))));
      expect(await votesOf(id)).toBe(1);
    });

    it('counts nothing for items that are private, merged, of another account, or do not exist', async () => {
      const [hidden, duplicate, target] = [
        await publicItem({ public: null }),
        await publicItem(),
        await publicItem(),
      ];
      await mergeItem(adapters.items, accountId, duplicate, target);
      for (const id of [hidden, duplicate, aFeedback().id, 'x']) await vote(id, network('a'));
      await adapters.votes.add(anAccountId(), target, network('a'), AT);
      expect([await votesOf(hidden), await votesOf(duplicate), await votesOf(target)]).toEqual([0, 0, 0]);
    });

    it('takes back the vote of a network, also for a duplicate', async () => {
      const [duplicate, target] = [await publicItem(), await publicItem()];
      await vote(duplicate, yesterday('a'));
      await vote(duplicate, network('b'));
      await vote(target, network('c'));
      await mergeItem(adapters.items, accountId, duplicate, target);
      expect([await votesOf(duplicate), await votesOf(target)]).toEqual([2, 3]);
      await adapters.votes.withdraw(accountId, target, network('a').voters);
      await adapters.votes.withdraw(accountId, target, network('x').voters);
      await adapters.votes.withdraw(accountId, 'x', network('b').voters);
      await adapters.votes.withdraw(anAccountId(), target, network('b').voters);
      expect([await votesOf(duplicate), await votesOf(target)]).toEqual([1, 2]);
      await mergeItem(adapters.items, accountId, duplicate, null);
      expect([await votesOf(duplicate), await votesOf(target)]).toEqual([1, 1]);
    });

    it('counts again when a duplicate or a target is deleted', async () => {
      const [one, two, target] = [await publicItem(), await publicItem(), await publicItem()];
      for (const id of [one, two, target]) await vote(id, network('a'));
      await vote(target, network('b'));
      await mergeItem(adapters.items, accountId, one, target);
      await mergeItem(adapters.items, accountId, two, target);
      expect(await votesOf(target)).toBe(4);
      await adapters.items.remove(accountId, one, 'any', SYSTEM);
      expect(await votesOf(target)).toBe(3);
      await adapters.items.remove(accountId, target, 'any', SYSTEM);
      expect(await votesOf(two)).toBe(1);
    });

    it('returns recent votes, and the sources with many votes in the account', async () => {
      const [duplicate, id, other] = [await publicItem(), await publicItem(), await publicItem()];
      await vote(id, network('a'), EARLIER);
      await vote(id, network('b'));
      await vote(duplicate, network('c'));
      await vote(id, network('d', 'far'));
      await vote(other, network('a'));
      await mergeItem(adapters.items, accountId, duplicate, id);
      const near = { source: 'near', since: EARLIER, votes: 3, votesInAccount: 4 };
      const far = { source: 'far', since: AT, votes: 1, votesInAccount: 1 };
      const summary = (query: object = {}) => adapters.votes.summary(accountId, id, { ...QUERY, ...query });
      expect(await summary()).toEqual({ recent: 3, sources: [near, far] });
      expect(await summary({ least: 3 })).toEqual({ recent: 3, sources: [near] });
      expect(await summary({ least: 4 })).toEqual({ recent: 3, sources: [] });
      expect(await summary({ limit: 1 })).toEqual({ recent: 3, sources: [near] });
      expect(await adapters.votes.summary(accountId, await publicItem(), QUERY)).toEqual({
        recent: 0,
        sources: [],
      });
      expect(await adapters.votes.summary(anAccountId(), id, QUERY)).toBeNull();
      expect(await adapters.votes.summary(accountId, 'x', QUERY)).toBeNull();
    });

    it('removes the votes of a source in the account', async () => {
      const [id, other, target] = [await publicItem(), await publicItem(), await publicItem()];
      await vote(id, network('a'));
      await vote(id, network('b', 'far'));
      await vote(other, network('c'));
      await mergeItem(adapters.items, accountId, other, target);
      expect(await adapters.votes.removeSource(anAccountId(), 'near')).toBe(0);
      expect(await adapters.votes.removeSource(accountId, 'near')).toBe(2);
      expect(await adapters.votes.removeSource(accountId, 'near')).toBe(0);
      expect([await votesOf(id), await votesOf(other), await votesOf(target)]).toEqual([1, 0, 0]);
    });

    it('deletes the hashes of old votes, which still count', async () => {
      const id = await publicItem();
      await vote(id, network('a'), EARLIER);
      await vote(id, network('b'));
      await adapters.votes.forgetNetworks(AT);
      await adapters.votes.withdraw(accountId, id, network('a').voters);
      expect(await votesOf(id)).toBe(2);
      expect(await adapters.votes.removeSource(accountId, 'near')).toBe(1);
      await vote(id, network('a'));
      expect(await votesOf(id)).toBe(2);
      expect(await adapters.votes.summary(accountId, id, QUERY)).toMatchObject({ recent: 1 });
    });

    it('deletes all votes of an account', async () => {
      const [id, other] = [await publicItem(), anAccountId()];
      await vote(id, network('a'));
      await adapters.votes.removeAll(other);
      expect(await adapters.votes.removeSource(accountId, '\0')).toBe(0);
      await adapters.votes.removeAll(accountId);
      expect(await adapters.votes.removeSource(accountId, 'near')).toBe(0);
    });
  });
}
