import { DomainError, parse, SYSTEM } from '@libs/kernel';
import { aFeedback, anAccountId, InMemoryFeedbackRepository, NO_STORAGE_LIMIT } from '../../testing';
import { InMemoryPublicCardFinder } from '../../testing/public-cards/in-memory-public-card-finder';
import type { Status } from '../items/feedback.rules';
import { publicCardRule } from './public-card';
import { PublicCardUseCases } from './public-card.use-cases';
import { ShownCardUseCases } from './shown-cards.use-cases';

const STATUSES = ['planned', 'shipped'] as const;

describe('ShownCardUseCases', () => {
  let now: Date;
  let accountId: string;
  let items: InMemoryFeedbackRepository;
  beforeEach(() => {
    now = new Date('2026-03-04T10:00:00.000Z');
    accountId = anAccountId();
    items = new InMemoryFeedbackRepository();
  });
  const shown = () => new ShownCardUseCases(new InMemoryPublicCardFinder(items), () => now);

  async function publish(title: string, status: Status = 'planned', requestCount = 1): Promise<void> {
    const item = aFeedback({ accountId, title: 'Private', status, request_count: requestCount });
    await items.add(item, SYSTEM);
    now = new Date(now.getTime() + 60_000);
    await new PublicCardUseCases(items, () => now, NO_STORAGE_LIMIT).publish(accountId, item.id, {
      texts: parse(publicCardRule, { title }),
      formUrl: 'https://feedback.test/f/acme',
      by: SYSTEM,
      expected: 'any',
    });
  }
  const titles = async (byRequests: boolean) =>
    (await shown().columns(accountId, STATUSES, { byRequests })).map(({ status, cards }) => [
      status,
      cards.map(({ title }) => title),
    ]);

  /** public.md 4 */
  it('sorts cards by requests, if asked, and shipped ones by their last move', async () => {
    await publish('A', 'planned', 3);
    await publish('B', 'planned', 9);
    await publish('C', 'planned', 3);
    await publish('D', 'shipped', 9);
    await publish('E', 'shipped', 1);
    await publish('F', 'building', 1);
    expect(await titles(true)).toEqual([
      ['planned', ['B', 'C', 'A']],
      ['shipped', ['E', 'D']],
    ]);
    expect(await titles(false)).toEqual([
      ['planned', ['C', 'B', 'A']],
      ['shipped', ['E', 'D']],
    ]);
  });

  it('leaves out what was shipped more than 90 days ago', async () => {
    await publish('A', 'shipped');
    await publish('B', 'planned');
    now = new Date(now.getTime() + 90 * 86_400_000 - 60_000);
    expect(await titles(true)).toEqual([
      ['planned', ['B']],
      ['shipped', ['A']],
    ]);
    now = new Date(now.getTime() + 60_001);
    expect(await titles(true)).toEqual([
      ['planned', ['B']],
      ['shipped', []],
    ]);
  });

  /** public.md 4, public.md 6 */
  it('shows at most 500 cards of a status, and 50 moves', async () => {
    for (let i = 0; i < 501; i++) await publish(`Card ${i}`);
    const [column] = await shown().columns(accountId, STATUSES, { byRequests: false });
    expect([column!.cards.length, column!.cards[0]!.title]).toEqual([500, 'Card 500']);
    const moves = await shown().moves(accountId, STATUSES);
    expect([moves.length, moves[0]!.card.title]).toEqual([50, 'Card 500']);
  });

  /** public.md 7 */
  it('finds similar cards that were shipped long ago', async () => {
    await publish('Dark mode', 'shipped');
    now = new Date(now.getTime() + 365 * 86_400_000);
    expect(await shown().similar(accountId, STATUSES, 'Dark mode')).toHaveLength(1);
  });

  /** public.md 3 */
  it('finds planned and building cards that have not moved for 60 days', async () => {
    const statuses = ['planned', 'building', 'shipped', 'new'] as const;
    for (const status of statuses) await publish(status, status);
    now = new Date(now.getTime() + 60 * 86_400_000 - 180_000);
    expect(await shown().unmoved(accountId)).toEqual([]);
    now = new Date(now.getTime() + 180_000);
    expect((await shown().unmoved(accountId)).map(({ title }) => title)).toEqual(['planned', 'building']);
  });

  /** public.md 7 */
  it('finds no close cards while too many searches of the account wait', async () => {
    const finder = new InMemoryPublicCardFinder(items);
    const failWith = (kind: 'rate_limit' | 'unavailable') => {
      finder.listSimilar = () => Promise.reject(new DomainError(kind, 'busy', 'Busy'));
      return new ShownCardUseCases(finder, () => now).close(accountId, STATUSES, 'Dark mode');
    };
    expect(await failWith('rate_limit')).toEqual([]);
    await expect(failWith('unavailable')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  /** public.md 7 */
  it.each([
    ['Dark mode', ['Dark mode for the editor'], ['Dark mode for the editor']],
    ['Dark colors', ['Dark mode for the editor'], []],
    ['dark mode editor', ['Dark mode for the editor'], ['Dark mode for the editor']],
    ['Please add dark mode for the editor', ['Dark mode for the editor'], ['Dark mode for the editor']],
    ['Export to CSV', ['Export as CSV'], ['Export as CSV']],
    ['Exports', ['Export as CSV'], []],
    ['The app crashes at night', [], []],
    ['x', [], []],
  ])('finds the cards for %j', async (title, similar, close) => {
    for (const card of ['Dark mode for the editor', 'Export as CSV', 'Log in with Google'])
      await publish(card);
    const names = (cards: readonly { title: string }[]) => cards.map((card) => card.title);
    expect(names(await shown().similar(accountId, STATUSES, title))).toEqual(similar);
    expect(names(await shown().close(accountId, STATUSES, title))).toEqual(close);
  });
});
