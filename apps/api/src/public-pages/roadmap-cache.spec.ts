import { anAccount } from '@libs/accounts/testing';
import { RoadmapCache } from './roadmap-cache';

/** public.md 5 */
describe('RoadmapCache', () => {
  it('answers each request, however many slugs are asked for at once', async () => {
    const findBySlug = async (slug: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return anAccount({ slug });
    };
    const cache = new RoadmapCache({ findBySlug }, { columns: async () => [] }, () => new Date());
    const slugs = Array.from({ length: 2_000 }, (_, i) => `acme-${i}`);
    const found = await Promise.all(slugs.map((slug) => cache.of(slug)));
    expect(found.map(({ account }) => account.slug)).toEqual(slugs);
  });
});
