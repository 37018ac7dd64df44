import { SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  aPublicCard,
  InMemoryFeedbackRepository,
  InMemoryPublicCardFinder,
  mergeItem,
  NO_STORAGE_LIMIT,
} from '../../testing';
import type { Feedback } from '../items/feedback';
import { storageLimitReached } from '../storage/storage-limit';
import type { VotingNetwork } from './vote';
import { VoteUseCases } from './vote.use-cases';

const DAY_MS = 86_400_000;

/** votes.md 1, votes.md 2 */
describe('VoteUseCases', () => {
  const accountId = anAccountId();
  const items = new InMemoryFeedbackRepository();
  let now = new Date('2026-03-04T10:59:59.000Z');
  const create = (storage = NO_STORAGE_LIMIT) =>
    new VoteUseCases(items.votes, new InMemoryPublicCardFinder(items), () => now, storage);
  const votes = create();
  const network = (name: string, source = 's'): VotingNetwork => ({ voters: [name], source });

  async function publish(change: Partial<Pick<Feedback, 'status'>> = {}): Promise<string> {
    const item = aFeedback({ accountId, ...change });
    await items.add(item, SYSTEM);
    const revision = { change: { public: aPublicCard() }, expected: 'any', by: SYSTEM } as const;
    await items.revise(accountId, item.id, { ...revision, at: item.updated_at });
    return item.id;
  }

  it('find the card that a vote counts for', async () => {
    const [duplicate, target] = [await publish(), await publish()];
    await mergeItem(items, accountId, duplicate, target);
    expect((await votes.card(accountId, duplicate.toUpperCase())).id).toBe(target);
    await expect(votes.card(accountId, 'x')).rejects.toMatchObject({ code: 'card_not_found' });
    const revision = { change: { public: null }, expected: 'any', by: SYSTEM } as const;
    await items.revise(accountId, target, { ...revision, at: now.toISOString() });
    await expect(votes.card(accountId, target)).rejects.toMatchObject({ code: 'card_ended' });
  });

  it.each([
    ['new', null],
    ['planned', null],
    ['building', null],
    ['shipped', 'voting_closed'],
    ['declined', 'voting_closed'],
  ] as const)('of a card with the status %s: %s', async (status, code) => {
    const card = await votes.card(accountId, await publish({ status }));
    const assertOpen = () => votes.assertOpen(accountId, card);
    if (code) expect(assertOpen).toThrow(expect.objectContaining({ code }));
    else expect(assertOpen).not.toThrow();
  });

  it('need storage', async () => {
    const full = create({
      assertBelowStorageLimit: () => {
        throw storageLimitReached();
      },
    });
    const card = await full.card(accountId, await publish());
    const code = 'storage_limit_reached';
    expect(() => full.assertOpen(accountId, card)).toThrow(expect.objectContaining({ code }));
  });

  /** votes.md 7 */
  it('have sources with more than 10 votes, the hour, and no networks after 31 days', async () => {
    const card = await votes.card(accountId, await publish());
    for (let n = 0; n < 10; n++) await votes.vote(accountId, card, network(`${n}`));
    expect(await votes.summary(accountId, card.id)).toEqual({ recent: 10, sources: [] });
    await votes.vote(accountId, card, network('10'));
    await votes.vote(accountId, card, network('10'));
    const source = { source: 's', since: '2026-03-04T10:00:00.000Z', votes: 11, votesInAccount: 11 };
    expect(await votes.summary(accountId, card.id)).toEqual({ recent: 11, sources: [source] });
    now = new Date(now.getTime() + 30 * DAY_MS);
    await votes.forgetNetworks();
    expect(await votes.summary(accountId, card.id)).toEqual({ recent: 0, sources: [source] });
    now = new Date(now.getTime() + DAY_MS);
    await votes.forgetNetworks();
    expect(await votes.summary(accountId, card.id)).toEqual({ recent: 0, sources: [] });
    expect((await items.find(accountId, card.id))!.unconfirmed_votes).toBe(11);
    await expect(votes.summary(accountId, 'x')).rejects.toMatchObject({ code: 'feedback_not_found' });
  });
});
