import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { itemId, item, runCli } from '../../testing/items';

const itemResponse = (more: Parameters<typeof item>[1] = {}) =>
  jsonResponse({ data: item(1, more) }, 200, { etag: '"3"' });

describe('feedback get', () => {
  it('shows all fields of the item and its version', async () => {
    const untrusted = {
      title: 'Dark\u202emode',
      description: 'one\r\ntwo\x1b[2J',
      submitter_email: 'ada@example.com',
    };
    const { code, stdout } = await runCli(`get ${itemId(1)}`, [itemResponse(untrusted)]);
    expect(code).toBe(0);
    expect(stdout).toBe(`Dark<U+202E>mode
ID       ${itemId(1)}
Status   new
Email    ada@example.com
Source   api
Created  2026-03-03T07:00:00.000Z
Updated  2026-03-03T07:00:00.000Z
Version  "3"

one
two␛[2J
`);
  });

  it('shows the external ID of an item that has one', async () => {
    const { stdout } = await runCli(`get ${itemId(1)}`, [itemResponse({ external_id: 'a\u202e1' })]);
    expect(stdout).toContain('Source       api\nExternal ID  a<U+202E>1\nCreated      ');
  });

  it('shows duplicates, requests, tags, and the assignee of an item that has some', async () => {
    const requests = { request_count: 3, request_value: 1200.5 };
    const more = {
      duplicate_count: 2,
      ...requests,
      tags: ['API', 'b\u202e'],
      assignee: { id: itemId(9), name: 'Ada' },
    };
    const { stdout } = await runCli(`get ${itemId(1)}`, [itemResponse(more)]);
    expect(stdout).toMatch(
      /Source +api\nDuplicates +2\nRequests +3\nValue of requests +1200\.5\nTags +API, b<U\+202E>\nAssignee +Ada\nCreated /,
    );
    const merged = await runCli(`get ${itemId(1)}`, [itemResponse({ merged_into: itemId(2) })]);
    expect(merged.stdout).toContain(`Source       api\nMerged into  ${itemId(2)}\nCreated `);
  });

  it('shows where the item was written', async () => {
    const context = { data: { plan: 'pro\u202e' }, page: 'https://app.example/', language: null };
    const { stdout } = await runCli(`get ${itemId(1)}`, [itemResponse({ context })]);
    expect(stdout).toContain('Context  https://app.example/\n         {"plan":"pro<U+202E>"}\nCreated  ');
  });

  it('shows each link in a line', async () => {
    const links = [
      { url: 'https://tracker.example/1\u202e', kind: 'pull_request' as const, title: null },
      { url: 'https://b.example', kind: 'call' as const, title: 'With Ada\u202e' },
    ];
    const { stdout } = await runCli(`get ${itemId(1)}`, [itemResponse({ links })]);
    expect(stdout).toContain(
      'Links    https://tracker.example/1<U+202E> (pull request)\n' +
        '         https://b.example (With Ada<U+202E>)\nCreated ',
    );
  });

  it('shows an item of an earlier release, which lacks these fields', async () => {
    const none = { external_id: undefined, merged_into: undefined, request_count: undefined };
    const older = {
      ...none,
      duplicate_count: undefined,
      tags: undefined,
      assignee: undefined,
      links: undefined,
    };
    const { stdout } = await runCli(`get ${itemId(1)}`, [itemResponse(older)]);
    expect(stdout).toContain('Source   api\nCreated ');
  });

  it('shows ages on a terminal and a dash for a missing email', async () => {
    const { stdout } = await runCli(`get ${itemId(1)} --no-color`, [itemResponse()], { terminal: 80 });
    expect(stdout).toContain('Created  2026-03-03T07:00:00.000Z (3h ago)\n');
    expect(stdout).toContain('Email    –\n');
    expect(stdout).toMatch(/Version {2}"3"\n$/);
  });

  it('prints the API response and the version with --json', async () => {
    const { stdout } = await runCli(`get ${itemId(1)} --json`, [itemResponse()]);
    expect(JSON.parse(stdout)).toEqual({ data: item(1), etag: '"3"' });
  });

  it.each(['"3"', '3', 'W/"3"', '"1", "3"', '*'])(
    'shows nothing for --if-none-match %s if the item has not changed',
    async (version) => {
      const { code, stdout, stderr } = await runCli(
        ['get', itemId(1), '--if-none-match', version],
        [itemResponse()],
      );
      expect([code, stdout, stderr]).toEqual([0, '', 'Not modified\n']);
    },
  );

  it('shows an item that has changed since --if-none-match', async () => {
    expect((await runCli(['get', itemId(1), '--if-none-match', '"2"'], [itemResponse()])).stdout).not.toBe(
      '',
    );
  });

  it('finds an item by its external ID', async () => {
    const { code, stdout, requests } = await runCli('get --external desk/17', [itemResponse()]);
    expect([code, requests[0]!.path]).toEqual([0, '/feedback/external/desk%2F17']);
    expect(stdout).toContain(itemId(1));
    for (const id of ['', '.', '..']) {
      const { code, stderr, requests } = await runCli(['get', '--external', id]);
      expect([code, requests]).toEqual([2, []]);
      expect(stderr).toContain('Invalid external ID');
    }
  });

  it('exits with 4 if the item does not exist, and for an invalid ID without a request', async () => {
    expect((await runCli(`get ${itemId(1)}`, [errorResponse(404, 'feedback_not_found')])).code).toBe(4);
    for (const id of ['..', itemId(1).slice(-8), `${itemId(1)}0`]) {
      const { code, requests } = await runCli(`get ${id}`);
      expect([code, requests]).toEqual([4, []]);
    }
  });
});
