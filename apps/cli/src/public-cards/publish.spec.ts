import { jsonResponse } from '@libs/api-client/testing';
import { item, itemId, runCli } from '../../testing/items';

const changed = jsonResponse({ data: item(1) }, 200, { etag: '"4"' });
const path = `/feedback/${itemId(1)}/public`;

/** public.md 1 */
describe('feedback publish', () => {
  it.each<[readonly string[], object]>([
    [['--title', 'Dark theme'], { title: 'Dark theme' }],
    [['--title', 'Dark theme', '--text', ''], { title: 'Dark theme', text: '' }],
    [['--title', 'Dark theme', '--text', 'Two\nlines'], { title: 'Dark theme', text: 'Two\nlines' }],
  ])('sends the whole card: %j', async (flags, body) => {
    const { code, stdout, stderr, requests, bodies } = await runCli(
      ['publish', itemId(1), ...flags],
      [changed],
    );
    expect([code, stderr]).toEqual([0, 'Published 1 item\n']);
    expect(stdout).toContain(itemId(1));
    expect(requests[0]).toMatchObject({ method: 'PUT', path });
    expect(bodies).toEqual([body]);
  });

  it('requires a title and one ID, and sends the version', async () => {
    for (const args of [`publish ${itemId(1)}`, 'publish --title T'])
      expect((await runCli(args)).code).toBe(2);
    expect((await runCli('publish 17 --title T')).code).toBe(4);
    const { requests } = await runCli(`publish ${itemId(1)} --title T --if-match 3`, [changed]);
    expect(requests[0]!.headers.get('if-match')).toBe('"3"');
  });
});

describe('feedback unpublish', () => {
  it('ends the card', async () => {
    const { code, stderr, requests } = await runCli(`unpublish ${itemId(1)} --if-match 3`, [changed]);
    expect([code, stderr]).toEqual([0, 'Unpublished 1 item\n']);
    expect(requests[0]).toMatchObject({ method: 'DELETE', path });
    expect(requests[0]!.headers.get('if-match')).toBe('"3"');
  });

  it('prints JSON', async () => {
    const { stdout } = await runCli(`unpublish ${itemId(1)} --json`, [changed]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { id: itemId(1) }, etag: '"4"' });
  });
});
