import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { itemId, item, runCli, terminalInput } from '../../testing/items';

const changed = jsonResponse({ data: item(1, { status: 'planned' }) }, 200, { etag: '"4"' });

describe('feedback update', () => {
  it('sends only the fields of the flags', async () => {
    const { code, stdout, stderr, requests, bodies } = await runCli(`update ${itemId(1)} --status planned`, [
      changed,
    ]);
    expect([code, stderr]).toEqual([0, 'Updated 1 item\n']);
    expect(stdout).toMatch(new RegExp(`^${itemId(1)}\tplanned\t`));
    expect(requests[0]).toMatchObject({ method: 'PATCH', path: `/feedback/${itemId(1)}` });
    expect(bodies).toEqual([{ status: 'planned' }]);
    expect(requests[0]!.headers.get('if-match')).toBeNull();
  });

  it('distinguishes an empty description from no description', async () => {
    expect((await runCli(['update', itemId(1), '--description', ''], [changed])).bodies).toEqual([
      { description: '' },
    ]);
    expect((await runCli(`update ${itemId(1)} --clear-description`, [changed])).bodies).toEqual([
      { description: null },
    ]);
    expect((await runCli(`update ${itemId(1)} --clear-description --description x`)).code).toBe(2);
  });

  it('finds the item by its external ID', async () => {
    const args = 'update --external desk/17 --if-match 3 --status planned';
    const { code, requests, bodies } = await runCli(args, [changed]);
    expect(requests[0]).toMatchObject({ method: 'PATCH', path: '/feedback/external/desk%2F17' });
    expect([code, requests[0]!.headers.get('if-match'), bodies]).toEqual([0, '"3"', [{ status: 'planned' }]]);
    expect((await runCli('update --external .. --status new')).code).toBe(2);
  });

  it('sets the external ID, and removes it with an empty one', async () => {
    const args = ['update', itemId(1), '--external-id'];
    expect((await runCli([...args, '17'], [changed])).bodies).toEqual([{ external_id: '17' }]);
    expect((await runCli([...args, ''], [changed])).bodies).toEqual([{ external_id: null }]);
  });

  it('adds and removes tags, but not together with --tags', async () => {
    const args = ['update', itemId(1), '--add-tags', 'a,b c', '--remove-tags', 'd'];
    expect((await runCli(args, [changed])).bodies).toEqual([{ add_tags: ['a', 'b c'], remove_tags: ['d'] }]);
    expect((await runCli([...args, '--tags', 'e'])).code).toBe(2);
  });

  it('replaces the links with URLs, and removes them with an empty text', async () => {
    const args = ['update', itemId(1), '--links'];
    const links = [{ url: 'https://a.example/1' }, { url: 'http://b' }];
    expect((await runCli([...args, ' https://a.example/1\n http://b'], [changed])).bodies).toEqual([
      { links },
    ]);
    expect((await runCli([...args, ''], [changed])).bodies).toEqual([{ links: [] }]);
  });

  it.each([
    ['3', '"3"'],
    ['"3"', '"3"'],
    ['*', '*'],
    ['W/"3"', 'W/"3"'],
  ])('sends --if-match as an ETag: %s', async (version, header) => {
    const { requests } = await runCli(
      ['update', itemId(1), '--if-match', version, '--status', 'new'],
      [changed],
    );
    expect(requests[0]!.headers.get('if-match')).toBe(header);
  });

  it('exits with 5 if the item was changed by someone else', async () => {
    const { code } = await runCli(`update ${itemId(1)} --if-match 1 --status new`, [
      errorResponse(412, 'etag_mismatch'),
    ]);
    expect(code).toBe(5);
  });

  it('reads a change from standard input and prints the API response with --json', async () => {
    const { stdout, bodies } = await runCli(`update ${itemId(1)} --json`, [changed], {
      stdin: '{"description":null}',
    });
    expect(bodies).toEqual([{ description: null }]);
    expect(JSON.parse(stdout)).toEqual({ data: item(1, { status: 'planned' }), etag: '"4"' });
    expect((await runCli(`update ${itemId(1)}`, [], { stdin: '[{}]' })).code).toBe(5);
    expect((await runCli(`update ${itemId(1)}`, [], { stdin: terminalInput(''), terminal: 80 })).code).toBe(
      2,
    );
  });

  it('names the missing flags if standard input is empty', async () => {
    const { code, stderr, requests } = await runCli(`update ${itemId(1)}`, [], { stdin: '' });
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('Nothing to update: pass a flag such as --title');
  });

  it('updates several items with one request and ignores duplicates', async () => {
    const fields = ['status'];
    const changed = [1, 2].map((n) => ({ id: itemId(n), fields }));
    const steps = [jsonResponse({ data: [item(1), item(2)], changed })];
    const ids = [itemId(1), itemId(2), itemId(1).toUpperCase()];
    const { stdout, stderr, requests, bodies } = await runCli(['update', ...ids, '--status', 'new'], steps);
    expect(requests.map(({ path }) => path)).toEqual(['/feedback/batch']);
    expect(bodies).toEqual([
      {
        updates: [
          { id: itemId(1).toUpperCase(), status: 'new' },
          { id: itemId(2), status: 'new' },
        ],
      },
    ]);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stderr).toBe('Updated 2 items\n');
  });

  it.each(['--if-match 1 --status new', '--external-id 17', '--external --status new'])(
    'accepts %s for one item only',
    async (flags) => {
      const { code, stderr, requests } = await runCli(`update ${itemId(1)} ${itemId(2)} ${flags}`);
      expect([code, requests]).toEqual([2, []]);
      expect(stderr).toContain(`${flags.split(' ')[0]} requires exactly one ID`);
    },
  );

  it('requires a valid ID', async () => {
    expect((await runCli('update --status new')).code).toBe(2);
    expect((await runCli('update nonsense --status new')).code).toBe(4);
  });
});
