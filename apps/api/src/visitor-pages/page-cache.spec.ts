import { anAccount } from '@libs/accounts/testing';
import { PageCache } from './page-cache';
import { storedPage } from './stored-page';

/** public.md 5 */
describe('PageCache', () => {
  const create = () =>
    new PageCache(
      async () => ({ account: anAccount(), now: new Date(), version: '1' }),
      () => 0,
    );

  it('renders a page once for requests at the same time, and again for another version or name', async () => {
    const cache = create();
    let renders = 0;
    const page = (version: string, name: string) =>
      cache.page(version, name, async () => storedPage('text/html', `${++renders}`));
    const bodies = await Promise.all(
      [page('1', 'a'), page('1', 'a'), page('2', 'a'), page('1', 'b')].map(async (one) => (await one).body),
    );
    expect(bodies.map(String)).toEqual(['1', '1', '2', '3']);
    expect(String((await page('1', 'a')).body)).toBe('1');
  });

  it('returns a page that is larger than the cache', async () => {
    const large = storedPage('text/html', 'a');
    const page = { ...large, body: Buffer.alloc(33 * 1024 * 1024) };
    expect(await create().page('1', 'a', async () => page)).toBe(page);
  });

  it('does not store an error', async () => {
    const cache = create();
    await expect(cache.page('1', 'a', () => Promise.reject(new Error('Down')))).rejects.toThrow('Down');
    const page = await cache.page('1', 'a', async () => storedPage('text/html', 'a'));
    expect(String(page.body)).toBe('a');
  });
});
