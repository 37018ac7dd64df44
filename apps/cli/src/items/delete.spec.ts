import { answers, refuses } from '@libs/api-client/testing';
import { idOf, ran, typed } from '../../testing/items';

const gone = answers(null, 204);
const missing = refuses(404, 'feedback_not_found');

describe('feedback delete', () => {
  it('deletes one item that the command line names without asking where there is no terminal', async () => {
    const { code, stdout, stderr, requests } = await ran(`delete ${idOf(1)} --if-match 2`, [gone]);
    expect([code, stdout, stderr]).toEqual([0, '', 'Deleted 1 item\n']);
    expect(requests[0]).toMatchObject({ method: 'DELETE', path: `/feedback/${idOf(1)}` });
    expect(requests[0]!.headers.get('if-match')).toBe('"2"');
  });

  it('ends with 4 when it is gone already', async () => {
    const { code, stderr } = await ran(`delete ${idOf(1)}`, [missing]);
    expect([code, stderr]).toEqual([4, 'Error: Feedback item not found\n']);
  });

  it.each([
    ['y', 0, 1],
    ['n', 1, 0],
  ])('asks on a terminal before it deletes one item: %j', async (answer, exit, sent) => {
    const world = { stdin: typed(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await ran(`delete ${idOf(1)}`, [gone], world);
    expect(stderr).toContain('Delete 1 item permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('does not ask with --yes', async () => {
    const world = { stdin: typed(''), terminal: 80 };
    const { code, stderr } = await ran(`delete ${idOf(1)} --yes`, [gone], world);
    expect([code, stderr]).toEqual([0, 'Deleted 1 item\n']);
  });

  it.each([
    ['y', 0, 2],
    ['YES', 0, 2],
    ['n', 1, 0],
    ['', 1, 0],
    ['yesterday', 1, 0],
  ])('asks on a terminal before it deletes several: %j', async (answer, exit, sent) => {
    const world = { stdin: typed(`${answer}\n`), terminal: 80 };
    const { code, stderr, requests } = await ran(`delete ${idOf(1)} ${idOf(2)}`, [gone], world);
    expect(stderr).toContain('Delete 2 items permanently? [y/N] ');
    expect([code, requests.length]).toEqual([exit, sent]);
  });

  it('takes the end of what is typed for a no', async () => {
    const { code, requests } = await ran(`delete ${idOf(1)} ${idOf(2)}`, [gone], {
      stdin: typed(''),
      terminal: 80,
    });
    expect([code, requests]).toEqual([1, []]);
  });

  it('needs --yes for several where nobody can be asked', async () => {
    const refused = await ran(`delete ${idOf(1)} ${idOf(2)}`);
    expect([refused.code, refused.requests]).toEqual([2, []]);
    expect(refused.stderr).toContain('Deleting 2 items needs --yes');
    expect((await ran(`delete ${idOf(1)} ${idOf(2)} --yes`, [gone])).stderr).toBe('Deleted 2 items\n');
  });

  it('reads ids from standard input, which always needs --yes, and has nothing to do for none', async () => {
    const stdin = `${idOf(1)}\n${idOf(2)}\tnew\tTitle\n${idOf(1)}\n`;
    expect((await ran('delete', [gone], { stdin: `${idOf(1)}\n` })).code).toBe(2);
    expect((await ran('delete --yes', [gone], { stdin })).requests).toHaveLength(2);
    const none = await ran('delete --yes', [], { stdin: '\n' });
    expect([none.code, none.stderr]).toEqual([0, 'No ids: nothing to delete\n']);
    expect((await ran('delete', [], { stdin: typed(''), terminal: 80 })).code).toBe(2);
  });

  it('goes on after one that was not there, and names it at the end', async () => {
    const steps = [gone, missing, gone];
    const { code, stderr } = await ran(`delete --yes ${idOf(1)} ${idOf(2)} ${idOf(3)}`, steps);
    expect([code, stderr]).toEqual([4, `Deleted 2 items\nError: 1 of 3 were not there\n${idOf(2)}\n`]);
    const { stdout } = await ran(`delete --yes --json ${idOf(1)} ${idOf(2)} ${idOf(3)}`, steps);
    expect(JSON.parse(stdout)).toEqual({ deleted: [idOf(1), idOf(3)], not_found: [idOf(2)] });
  });

  it('ends at the first that is refused, and says how far it came', async () => {
    const refusal = refuses(403, 'insufficient_permissions', {}, { type: 'permission_error' });
    const { code, stderr } = await ran(`delete --yes ${idOf(1)} ${idOf(2)} ${idOf(3)}`, [gone, refusal]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Deleted 1 of 3; it ended at ${idOf(2)}:\n`);
  });

  it('has a version for one item only', async () => {
    expect((await ran(`delete --yes ${idOf(1)} ${idOf(2)} --if-match 1`)).code).toBe(2);
  });
});
