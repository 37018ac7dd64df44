import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { itemId, item, runCli } from '../../testing/items';

const stored = (status: number) =>
  jsonResponse({ data: item(1, { external_id: 'desk/17' }) }, status, { etag: '"1"' });

describe('feedback upsert', () => {
  it('sends the fields of the flags, and reports whether the item was created', async () => {
    const args = ['upsert', 'desk/17', '--title', 'Dark mode', '--submitter-email', 'ada@example.com'];
    const { code, stdout, stderr, requests, bodies } = await runCli(args, [stored(201)]);
    expect([code, stderr]).toEqual([0, 'Created 1 item\n']);
    expect(stdout).toMatch(new RegExp(`^${itemId(1)}\tnew\t`));
    expect(requests[0]).toMatchObject({ method: 'PUT', path: '/feedback/external/desk%2F17' });
    expect(bodies).toEqual([{ title: 'Dark mode', submitter_email: 'ada@example.com' }]);
    expect(requests[0]!.headers.get('if-match')).toBeNull();
    expect((await runCli(args, [stored(200)])).stderr).toBe('Updated 1 item\n');
  });

  it('removes the description, and sends --if-match as an ETag', async () => {
    const args = ['upsert', '17', '--title', 'T', '--clear-description', '--if-match', '3'];
    const { requests, bodies } = await runCli(args, [stored(200)]);
    expect(bodies).toEqual([{ title: 'T', description: null }]);
    expect(requests[0]!.headers.get('if-match')).toBe('"3"');
  });

  it('accepts an external ID that starts with a dash after --', async () => {
    const { requests } = await runCli(['upsert', '--title', 'T', '--', '-17'], [stored(200)]);
    expect(requests[0]!.path).toBe('/feedback/external/-17');
  });

  it('reads the item from standard input and prints the result with --json', async () => {
    const { stdout, bodies } = await runCli('upsert 17 --json', [stored(201)], { stdin: '{"title":"T"}' });
    expect(bodies).toEqual([{ title: 'T' }]);
    expect(JSON.parse(stdout)).toEqual({
      data: item(1, { external_id: 'desk/17' }),
      etag: '"1"',
      created: true,
    });
    expect((await runCli('upsert 17', [], { stdin: '[{}]' })).code).toBe(5);
  });

  it.each(['', '.', '..'])('sends the external ID %j, which no URL can contain, in the body', async (id) => {
    const { code, requests, bodies } = await runCli(['upsert', id, '--title', 'T'], [stored(201)]);
    expect([code, requests[0]!.path]).toEqual([0, '/feedback/external']);
    expect(bodies).toEqual([{ title: 'T', external_id: id }]);
  });

  it('reads the external ID from standard input', async () => {
    const stdin = '{"external_id":"desk/17","title":"T"}';
    const { requests, bodies } = await runCli('upsert', [stored(201)], { stdin });
    expect([requests[0]!.path, bodies]).toEqual(['/feedback/external/desk%2F17', [{ title: 'T' }]]);
    for (const invalid of ['{"title":"T"}', '{"external_id":17}', 'null']) {
      const { code, stderr, requests } = await runCli('upsert', [], { stdin: invalid });
      expect([code, stderr, requests]).toEqual([5, expect.stringContaining('Pass the external ID'), []]);
    }
    expect((await runCli('upsert --title T')).code).toBe(2);
  });

  it('exits with 2 without fields, and with 5 if the service rejects the item', async () => {
    const { code, stderr } = await runCli('upsert 17', [], { stdin: '' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Nothing to store: pass --title')]);
    expect(
      (await runCli('upsert 17 --status new', [errorResponse(400, 'missing_required_field')])).code,
    ).toBe(5);
  });
});
