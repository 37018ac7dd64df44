import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { itemId, runCli, terminalInput } from '../../testing/items';

const deleted = jsonResponse(null, 204);
const missing = errorResponse(404, 'feedback_not_found');

describe('feedback delete', () => {
  it('deletes one item given as an argument without confirmation if there is no terminal', async () => {
    const { code, stdout, stderr, requests } = await runCli(`delete ${itemId(1)} --if-match 2`, [deleted]);
    expect([code, stdout, stderr]).toEqual([0, '', 'Deleted 1 item\n']);
    expect(requests[0]).toMatchObject({ method: 'DELETE', path: `/feedback/${itemId(1)}` });
    expect(requests[0]!.headers.get('if-match')).toBe('"2"');
  });

  it('exits with 4 if the item does not exist', async () => {
    const { code, stderr } = await runCli(`delete ${itemId(1)}`, [missing]);
    expect([code, stderr]).toEqual([4, 'Error: Feedback item not found\n']);
  });

  it.each([
    ['y', 0, 1],
    ['n', 1, 0],
  ])('asks for confirmation on a terminal before deleting one item: %j', async (answer, exit, sent) => {
    const overrides = { stdin: terminalInput(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await runCli(`delete ${itemId(1)}`, [deleted], overrides);
    expect(stderr).toContain('Delete 1 item permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('does not ask with --yes', async () => {
    const overrides = { stdin: terminalInput(''), terminal: 80 };
    const { code, stderr } = await runCli(`delete ${itemId(1)} --yes`, [deleted], overrides);
    expect([code, stderr]).toEqual([0, 'Deleted 1 item\n']);
  });

  it.each([
    ['y', 0, 2],
    ['YES', 0, 2],
    ['n', 1, 0],
    ['', 1, 0],
    ['yesterday', 1, 0],
  ])('asks for confirmation on a terminal before deleting several items: %j', async (answer, exit, sent) => {
    const overrides = { stdin: terminalInput(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await runCli(`delete ${itemId(1)} ${itemId(2)}`, [deleted], overrides);
    expect(stderr).toContain('Delete 2 items permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('treats the end of the input as no', async () => {
    const { code, requests } = await runCli(`delete ${itemId(1)} ${itemId(2)}`, [deleted], {
      stdin: terminalInput(''),
      terminal: 80,
    });
    expect([code, requests]).toEqual([1, []]);
  });

  it('requires --yes for several items if there is no terminal', async () => {
    const rejected = await runCli(`delete ${itemId(1)} ${itemId(2)}`);
    expect([rejected.code, rejected.requests]).toEqual([2, []]);
    expect(rejected.stderr).toContain('Deleting 2 items without a terminal requires --yes');
    expect((await runCli(`delete ${itemId(1)} ${itemId(2)} --yes`, [deleted])).stderr).toBe(
      'Deleted 2 items\n',
    );
  });

  it('reads IDs from standard input, requires --yes for them, and does nothing without IDs', async () => {
    const stdin = `${itemId(1)}\n${itemId(2)}\tnew\tTitle\n${itemId(1)}\n`;
    expect((await runCli('delete', [deleted], { stdin: `${itemId(1)}\n` })).code).toBe(2);
    expect((await runCli('delete --yes', [deleted], { stdin })).requests).toHaveLength(2);
    const none = await runCli('delete --yes', [], { stdin: '\n' });
    expect([none.code, none.stderr]).toEqual([0, 'No IDs: nothing to delete\n']);
    expect((await runCli('delete', [], { stdin: terminalInput(''), terminal: 80 })).code).toBe(2);
  });

  it('continues after an item that is not found and lists it at the end', async () => {
    const steps = [deleted, missing, deleted];
    const { code, stderr } = await runCli(`delete --yes ${itemId(1)} ${itemId(2)} ${itemId(3)}`, steps);
    expect([code, stderr]).toEqual([4, `Deleted 2 items\nError: 1 of 3 items not found\n${itemId(2)}\n`]);
    const { stdout } = await runCli(`delete --yes --json ${itemId(1)} ${itemId(2)} ${itemId(3)}`, steps);
    expect(JSON.parse(stdout)).toEqual({ deleted: [itemId(1), itemId(3)], not_found: [itemId(2)] });
  });

  it('stops at the first error and reports how many items were deleted', async () => {
    const rejection = errorResponse(403, 'insufficient_permissions', {}, { type: 'permission_error' });
    const { code, stderr } = await runCli(`delete --yes ${itemId(1)} ${itemId(2)} ${itemId(3)}`, [
      deleted,
      rejection,
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Deleted 1 of 3 items; stopped at ${itemId(2)}:\n`);
  });

  it('deletes items by their external IDs, from arguments or lines', async () => {
    const one = await runCli('delete --external desk/17 --if-match 2', [deleted]);
    expect(one.requests[0]).toMatchObject({ method: 'DELETE', path: '/feedback/external/desk%2F17' });
    expect(one.requests[0]!.headers.get('if-match')).toBe('"2"');
    const paths = ['/feedback/external/a%20b', '/feedback/external/A%20b'];
    const stdin = 'a b\r\nA b\na b\n\n';
    const many = await runCli('delete --external --yes', [deleted, missing], { stdin });
    expect(many.requests.map(({ path }) => path)).toEqual(paths);
    expect([many.code, many.stderr]).toEqual([4, 'Deleted 1 item\nError: 1 of 2 items not found\nA b\n']);
    expect((await runCli('delete --external --yes', [], { stdin: '..\n' })).code).toBe(2);
  });

  it('accepts --if-match for one item only', async () => {
    expect((await runCli(`delete --yes ${itemId(1)} ${itemId(2)} --if-match 1`)).code).toBe(2);
  });
});
