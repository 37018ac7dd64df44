import { errorResponse, jsonResponse } from '@libs/api-client/testing';
import { runCli, terminalInput } from '../../testing/items';
import { webhookId } from '../../testing/webhooks';

const ID = webhookId(1);
const SINCE = '2026-03-03T21:00:00Z';
const REPLAY = `webhooks replay ${ID} --since ${SINCE}`;
const queued = (count: number) => jsonResponse({ data: { queued: count } }, 202);
const typing = (text: string) => ({ stdin: terminalInput(text), terminal: 80 });

describe('feedback webhooks replay', () => {
  it('counts the events and asks for confirmation on a terminal', async () => {
    const { code, stdout, stderr, requests, bodies } = await runCli(REPLAY, [queued(1200)], typing('y\n'));
    expect([code, stdout, stderr]).toEqual([0, '', 'Replay 1,200 events? [y/N] Queued 1,200 events\n']);
    expect(requests[0]).toMatchObject({ method: 'POST', path: `/webhooks/${ID}/replay` });
    expect(bodies).toEqual([{ since: SINCE, dry_run: true }, { since: SINCE }]);
  });

  it.each(['n\n', ''])('queues nothing after %j', async (answer) => {
    const { code, stderr, bodies } = await runCli(`${REPLAY} --no-color`, [queued(1)], typing(answer));
    expect([code, bodies]).toEqual([1, [{ since: SINCE, dry_run: true }]]);
    expect(stderr).toBe('Replay 1 event? [y/N] Error: Nothing was replayed\n');
  });

  it.each<[string, object]>([
    [`${REPLAY} --yes`, typing('')],
    [REPLAY, {}],
  ])('does not ask with --yes or without a terminal', async (command, overrides) => {
    const { code, stderr, bodies } = await runCli(command, [queued(2)], overrides);
    expect([code, stderr, bodies]).toEqual([0, 'Queued 2 events\n', [{ since: SINCE }]]);
  });

  it('does not ask without events', async () => {
    expect((await runCli(REPLAY, [queued(0)], typing(''))).stderr).toBe('Queued 0 events\n');
  });

  it('only counts with --dry-run', async () => {
    const command = `${REPLAY} --until 2026-03-04T09:00:00Z --dry-run`;
    const { stdout, stderr, bodies } = await runCli(command, [queued(3)], typing(''));
    expect([stdout, stderr]).toEqual(['3 events\n', '']);
    expect(bodies).toEqual([{ since: SINCE, until: '2026-03-04T09:00:00Z', dry_run: true }]);
  });

  it('prints the API response with --json', async () => {
    const { stdout, stderr } = await runCli(`${REPLAY} --json`, [queued(3)]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: { queued: 3 } }, '']);
  });

  it('starts a date at midnight in the local time zone', async () => {
    const { bodies } = await runCli(`webhooks replay ${ID} --since 2026-03-03`, [queued(3)]);
    expect(bodies).toEqual([{ since: new Date(2026, 2, 3).toISOString() }]);
  });

  it('reports a disabled webhook', async () => {
    const message = 'The webhook is disabled; set its status to active first';
    const rejection = errorResponse(409, 'webhook_disabled', {}, { message });
    const { code, stderr } = await runCli(REPLAY, [rejection]);
    expect([code, stderr]).toEqual([5, `Error: ${message}\nRequest ID: req_1\n`]);
  });

  it.each([
    [`webhooks replay ${ID}`, 2],
    [`webhooks replay ${ID} --since 2026-02-31`, 2],
    [`webhooks replay x --since ${SINCE}`, 4],
  ])('rejects %s without sending a request', async (command, exit) => {
    const { code, requests } = await runCli(command);
    expect([code, requests]).toEqual([exit, []]);
  });
});
