import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { item, itemId, runCli } from '../../testing/items';

const found = () =>
  jsonResponse({
    data: [
      { ...item(2, { title: 'Dark\tmode \u202e' }), score: 0.871 },
      { ...item(3), score: 1 },
    ],
  });

/** similar.md 1 */
describe('feedback similar', () => {
  it('lists the items that are similar to an item, with tabs in a pipe', async () => {
    const { code, stdout, requests } = await runCli(`similar ${itemId(1)}`, [found()]);
    expect([code, stdout]).toEqual([
      0,
      `${itemId(2)}\t0.87\tnew\tDark␉mode <U+202E>\n${itemId(3)}\t1.00\tnew\tItem 3\n`,
    ]);
    expect(requests[0]!.path).toBe(`/feedback/${itemId(1)}/similar`);
  });

  it('lists the items that are similar to a title, in a table on a terminal', async () => {
    const { stdout, requests } = await runCli(
      ['similar', '--title', 'dark mode & more', '--no-color'],
      [found()],
      {
        terminal: 80,
      },
    );
    expect(stdout.split('\n')[0]).toMatch(/^ID {36}SCORE {2}STATUS {4}TITLE$/);
    expect(stdout.split('\n')[1]).toBe(`${itemId(2)}  0.87   new       Dark␉mode <U+202E>`);
    expect(requests[0]!.path).toBe('/feedback/similar?title=dark+mode+%26+more');
  });

  it('prints the API response with --json', async () => {
    const { stdout } = await runCli(`similar ${itemId(1)} --json`, [found()]);
    expect(JSON.parse(stdout).data[1]).toEqual({ ...item(3), score: 1 });
  });

  it('reports that there are none', async () => {
    const { code, stdout, stderr } = await runCli(`similar ${itemId(1)}`, [jsonResponse({ data: [] })]);
    expect([code, stdout, stderr]).toEqual([0, '', 'No similar items\n']);
  });

  it('exits with 2 without an ID and a title, and with both', async () => {
    for (const line of ['similar', `similar ${itemId(1)} --title x`]) {
      const { code, requests } = await runCli(line);
      expect([code, requests]).toEqual([2, []]);
    }
  });

  it('exits with 4 if the item does not exist, and for an invalid ID without a request', async () => {
    const missing = [errorResponse(404, 'feedback_not_found')];
    expect((await runCli(`similar ${itemId(1)}`, missing)).code).toBe(4);
    expect((await runCli('similar ..')).code).toBe(4);
  });
});
