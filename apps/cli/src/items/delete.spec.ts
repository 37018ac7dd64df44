import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { itemId, runCli, terminalInput } from '../../testing/items';

const deleted = jsonResponse(null, 204);
const missing = errorResponse(404, 'feedback_not_found');

describe('feedback delete', () => {
  it('deletes one item that the command line names without asking where there is no terminal', async () => {
    const { code, stdout, stderr, requests } = await runCli(`delete ${itemId(1)} --if-match 2`, [deleted]);
    expect([code, stdout, stderr]).toEqual([0, '', 'Deleted 1 item\n']);
    expect(requests[0]).toMatchObject({ method: 'DELETE', path: `/feedback/${itemId(1)}` });
    expect(requests[0]!.headers.get('if-match')).toBe('"2"');
  });

  it('ends with 4 when it is gone already', async () => {
    const { code, stderr } = await runCli(`delete ${itemId(1)}`, [missing]);
    expect([code, stderr]).toEqual([4, 'Error: Feedback item not found\n']);
  });

  it.each([
    ['y', 0, 1],
    ['n', 1, 0],
  ])('asks on a terminal before it deletes one item: %j', async (answer, exit, sent) => {
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
  ])('asks on a terminal before it deletes several: %j', async (answer, exit, sent) => {
    const overrides = { stdin: terminalInput(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await runCli(`delete ${itemId(1)} ${itemId(2)}`, [deleted], overrides);
    expect(stderr).toContain('Delete 2 items permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('takes the end of what is typed for a no', async () => {
    const { code, requests } = await runCli(`delete ${itemId(1)} ${itemId(2)}`, [deleted], {
      stdin: terminalInput(''),
      terminal: 80,
    });
    expect([code, requests]).toEqual([1, []]);
  });

  it('needs --yes for several where nobody can be asked', async () => {
    const rejected = await runCli(`delete ${itemId(1)} ${itemId(2)}`);
    expect([rejected.code, rejected.requests]).toEqual([2, []]);
    expect(rejected.stderr).toContain('Deleting 2 items without a terminal requires --yes');
    expect((await runCli(`delete ${itemId(1)} ${itemId(2)} --yes`, [deleted])).stderr).toBe(
      'Deleted 2 items\n',
    );
  });

  it('reads ids from standard input, which always needs --yes, and has nothing to do for none', async () => {
    const stdin = `${itemId(1)}\n${itemId(2)}\tnew\tTitle\n${itemId(1)}\n`;
    expect((await runCli('delete', [deleted], { stdin: `${itemId(1)}\n` })).code).toBe(2);
    expect((await runCli('delete --yes', [deleted], { stdin })).requests).toHaveLength(2);
    const none = await runCli('delete --yes', [], { stdin: '\n' });
    expect([none.code, none.stderr]).toEqual([0, 'No IDs: nothing to delete\n']);
    expect((await runCli('delete', [], { stdin: terminalInput(''), terminal: 80 })).code).toBe(2);
  });

  it('goes on after one that was not there, and names it at the end', async () => {
    const steps = [deleted, missing, deleted];
    const { code, stderr } = await runCli(`delete --yes ${itemId(1)} ${itemId(2)} ${itemId(3)}`, steps);
    expect([code, stderr]).toEqual([4, `Deleted 2 items\nError: 1 of 3 items not found\n${itemId(2)}\n`]);
    const { stdout } = await runCli(`delete --yes --json ${itemId(1)} ${itemId(2)} ${itemId(3)}`, steps);
    expect(JSON.parse(stdout)).toEqual({ deleted: [itemId(1), itemId(3)], not_found: [itemId(2)] });
  });

  it('ends at the first that is refused, and says how far it came', async () => {
    const rejection = errorResponse(403, 'insufficient_permissions', {}, { type: 'permission_error' });
    const { code, stderr } = await runCli(`delete --yes ${itemId(1)} ${itemId(2)} ${itemId(3)}`, [
      deleted,
      rejection,
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Deleted 1 of 3 items; stopped at ${itemId(2)}:\n`);
  });

  it('has a version for one item only', async () => {
    expect((await runCli(`delete --yes ${itemId(1)} ${itemId(2)} --if-match 1`)).code).toBe(2);
  });
});
