import { jsonResponse } from '@libs/api-client/testing';
import { item, itemId, runCli } from '../../testing/items';

const operations = [
  { method: 'create', title: 'A' },
  { method: 'upsert', external_id: 'x', title: 'B' },
  { method: 'delete', id: itemId(3), if_match: '3' },
];
const response = {
  data: [item(1), item(2), { id: itemId(3), deleted: true }],
  changed: [],
  results: [
    { method: 'create', id: itemId(1), result: 'created', etag: '"1"' },
    { method: 'upsert', id: itemId(2), result: 'created', etag: '"1"' },
    { method: 'delete', id: itemId(3), result: 'deleted' },
  ],
};
const done = jsonResponse(response);

/** batch.md 5 */
describe('feedback batch with operations', () => {
  it.each([
    ['the body of the API', JSON.stringify({ operations })],
    ['an array', JSON.stringify(operations)],
    ['lines', operations.map((line) => `${JSON.stringify(line)}\n`).join('')],
  ])('sends %s in one request, and prints what each line has done', async (_, stdin) => {
    const { code, stdout, stderr, bodies } = await runCli('batch --yes', [done], { stdin });
    expect([code, stderr]).toEqual([0, '2 items created, 1 item deleted\n']);
    expect(bodies).toEqual([{ operations }]);
    expect(stdout).toBe(`${itemId(1)}\tcreated\n${itemId(2)}\tcreated\n${itemId(3)}\tdeleted\n`);
  });

  it('prints the response as JSON', async () => {
    const { stdout } = await runCli('batch --yes --json', [done], { stdin: JSON.stringify(operations) });
    expect(JSON.parse(stdout)).toEqual(response);
  });

  it('requires --yes to delete items, except for a dry run', async () => {
    const stdin = JSON.stringify({ operations, dry_run: true });
    const refused = await runCli('batch', [done], { stdin: JSON.stringify(operations) });
    expect([refused.code, refused.requests]).toEqual([2, []]);
    expect(refused.stderr).toContain('Deleting 1 item from standard input requires --yes');
    const { code, stderr, bodies } = await runCli('batch', [done], { stdin });
    expect([code, stderr, bodies]).toEqual([
      0,
      '2 items created, 1 item deleted; nothing was written\n',
      [{ operations, dry_run: true }],
    ]);
  });

  it.each([
    ['updates and operations', '{"updates":[],"operations":[]}'],
    ['operations that are not an array', '{"operations":{}}'],
  ])('rejects %s without sending a request', async (_, stdin) => {
    const { code, requests } = await runCli('batch', [done], { stdin });
    expect([code, requests]).toEqual([5, []]);
  });
});
