import { NEW_PUBLIC_PAGES } from '@libs/accounts';
import { anAccount } from '@libs/accounts/testing';
import type { Move, ShownCard } from '@libs/feedback';
import { RoadmapCache } from './roadmap-cache';

/** public.md 5 */
describe('RoadmapCache', () => {
  it('answers each request, however many slugs are asked for at once', async () => {
    const findBySlug = async (slug: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return anAccount({ slug });
    };
    const cards = { columns: async () => [], moves: async () => [] };
    const cache = new RoadmapCache({ findBySlug }, cards, () => new Date());
    const slugs = Array.from({ length: 2_000 }, (_, i) => `acme-${i}`);
    const found = await Promise.all(slugs.map((slug) => cache.of(slug)));
    expect(found.map(({ account }) => account.slug)).toEqual(slugs);
  });

  it('reads cards and moves once, and renders a feed again when a move is new', async () => {
    let reads = 0;
    const moves: (Move & { card: ShownCard })[] = [];
    const account = anAccount({ publicPages: { ...NEW_PUBLIC_PAGES, roadmap: true } });
    const cards = { columns: async () => [], moves: async () => (reads++, [...moves]) };
    const create = () => new RoadmapCache({ findBySlug: async () => account }, cards, () => new Date(0));
    const cache = create();
    const [one, two] = [await cache.of(account.slug), await cache.of(account.slug)];
    expect([reads, two.moves]).toEqual([1, []]);
    const card = { id: '1', title: 'T', text: null, requestCount: 1, status: 'planned' } as ShownCard;
    moves.push({ status: 'planned', at: '2026-03-03T10:00:00.000Z', card });
    const next = await create().of(account.slug);
    expect(next.moves).toEqual(moves);
    expect(next.version).not.toBe(one.version);
  });
});
