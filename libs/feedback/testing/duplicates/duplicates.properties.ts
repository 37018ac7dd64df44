import { SYSTEM } from '@libs/kernel';
import type { Follower } from '../../src';
import fc from 'fast-check';
import { aFeedback, anAccountId, aPublicCard, idAt, mergeItem } from '../items/feedback-builders';
import type { WaitingVoteAdapters } from '../lists/item-adapters';
import { GroupModel, groupStateOf, type GroupStep } from './group-model';

const EMAILS = ['ada@example.com', 'ADA@example.com', 'eve@example.com', null];

const VOTED_AT = '2026-03-04T10:00:00.000Z';
const COMPANIES = ['Acme', 'ACME', 'Beta', null];

type Kind =
  | 'merge'
  | 'unmerge'
  | 'delete'
  | 'ask'
  | 'withdraw'
  | 'vote'
  | 'unvote'
  | 'address vote'
  | 'confirm';
const KINDS: readonly [number, Kind][] = [
  [4, 'merge'],
  [2, 'unmerge'],
  [2, 'delete'],
  [4, 'ask'],
  [2, 'withdraw'],
  [4, 'vote'],
  [2, 'unvote'],
  [4, 'address vote'],
  [2, 'confirm'],
];

const step: fc.Arbitrary<{ kind: Kind; picks: [number, number]; value: number | null }> = fc.record({
  kind: fc.constantFrom(...KINDS.flatMap(([weight, kind]) => Array<Kind>(weight).fill(kind))),
  picks: fc.tuple(fc.nat(11), fc.nat(11)),
  value: fc.constantFrom(null, 1, 2.5, 40),
});

/** Property-based contract test of merging (items.md 11), with `numRuns` random sequences of steps. */
export function duplicatesProperties(
  name: string,
  make: () => Promise<WaitingVoteAdapters>,
  numRuns: number,
): void {
  describe(`FeedbackRepository, random merges, requests, and deletions, ${name}`, () => {
    let items: WaitingVoteAdapters['items'];
    let lists: WaitingVoteAdapters['lists'];
    let requests: WaitingVoteAdapters['requests'];
    let votes: WaitingVoteAdapters['votes'];
    let followers: WaitingVoteAdapters['followers'];
    let waitingVotes: WaitingVoteAdapters['waitingVotes'];
    beforeAll(async () => {
      ({ items, lists, requests, votes, followers, waitingVotes } = await make());
    });

    const ask = async (
      accountId: string,
      id: string,
      [i, j]: readonly [number, number],
      value: number | null,
    ) => {
      const email = EMAILS[i % EMAILS.length]!;
      const company = COMPANIES[j % COMPANIES.length]!;
      const request = { email, company, value, count: email === null ? 3 : 1 };
      const now = new Date('2026-03-04T10:00:00.000Z');
      const newId = () => idAt(now.toISOString());
      await requests.add(accountId, id, { inputs: [request], source: 'api', by: SYSTEM, now, newId });
      return { kind: 'ask', id, request } as const;
    };
    const withdraw = async (accountId: string, id: string, [i]: readonly [number, number]) => {
      const email = EMAILS[i % 3]!;
      const all = (await requests.list(accountId, id, { limit: 100 })) ?? [];
      const found = all.find(
        (one) => one.feedback_id === id && one.id !== id && one.email?.toLowerCase() === email.toLowerCase(),
      );
      if (found) await requests.remove(accountId, id, found.id, SYSTEM);
      return { kind: 'withdraw', id, email } as const;
    };

    const voteAs = async (accountId: string, id: string, [, j]: readonly [number, number]) => {
      const email = EMAILS[j % 3]!;
      const newFollower = { language: null, isConfirmed: false, id: idAt(VOTED_AT), generation: 'g' };
      const vote = { follow: { ...newFollower, email, at: VOTED_AT }, name: null };
      await waitingVotes.add(accountId, id, vote, () => null);
      return { kind: 'address vote', id, email } as const;
    };
    const confirm = async (accountId: string, [, j]: readonly [number, number]) => {
      const email = EMAILS[j % 3]!;
      const follower = await followers.findByEmail(accountId, email);
      const now = new Date(VOTED_AT);
      const confirmation = { change: (one: Follower) => one, now, newId: () => idAt(VOTED_AT) };
      if (follower) await waitingVotes.confirm(accountId, follower.id, confirmation);
      return { kind: 'confirm', email } as const;
    };

    it('end in the state of a simple model', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const accountId = anAccountId();
          const all = Array.from({ length: 12 }, (_, i) =>
            aFeedback({ accountId, submitter_email: EMAILS[i % EMAILS.length]!, public: aPublicCard() }),
          );
          await Promise.all(all.map((item) => items.add(item, SYSTEM)));
          const model = new GroupModel(new Map(all.map(({ id, submitter_email }) => [id, submitter_email])));
          for (const { kind, picks, value } of steps) {
            const [one, other] = picks.map((i) => all[i]!.id) as [string, string];
            if (kind === 'ask') {
              model.apply(await ask(accountId, one, picks, value));
              continue;
            }
            if (kind === 'withdraw') {
              model.apply(await withdraw(accountId, one, picks));
              continue;
            }
            if (kind === 'address vote') {
              model.apply(await voteAs(accountId, one, picks));
              continue;
            }
            if (kind === 'confirm') {
              model.apply(await confirm(accountId, picks));
              continue;
            }
            if (kind === 'vote' || kind === 'unvote') {
              const network = `network ${picks[1]! % 4}`;
              if (kind === 'unvote') await votes.withdraw(accountId, one, [network]);
              else await votes.add(accountId, one, { voters: [network], source: 'near' }, VOTED_AT);
              model.apply({ kind, id: one, network });
              continue;
            }
            if (kind === 'delete') {
              const ids = [...new Set([one, other])].slice(0, (picks[0]! % 2) + 1);
              const versions = (await items.findAll(accountId, ids)).flatMap((row) => row ?? []);
              await items.removeUnchanged(accountId, versions, SYSTEM);
              model.apply({ kind: 'delete', ids });
              continue;
            }
            const request: GroupStep = { kind: 'merge', id: one, target: kind === 'merge' ? other : null };
            const isDone = await mergeItem(items, accountId, one, request.target).catch(() => null);
            expect([request, isDone !== null]).toEqual([request, model.apply(request)]);
          }
          const rows = await lists.list(accountId, { limit: 100, offset: 0, merged: 'include' });
          expect(Object.fromEntries(rows.map((row) => [row.id, groupStateOf(row)]))).toEqual(model.states());
        }),
        { numRuns },
      );
    });
  });
}
