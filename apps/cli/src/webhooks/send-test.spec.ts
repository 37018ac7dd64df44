import { errorResponse, jsonResponse, type Step } from '@libs/api-client/testing';
import { runCli, type ContextOverrides } from '../../testing/items';
import { attempt, deliveriesPage, delivery, deliveryId, webhookId } from '../../testing/webhooks';

const ID = webhookId(1);
const queued = jsonResponse({ data: { delivery_id: deliveryId(1) } }, 202);
const test = (more: Parameters<typeof delivery>[1] = {}) =>
  delivery(1, { event_type: 'webhook.test', ...more });
const pending = test({ status: 'pending', attempts: [] });

/** Runs the command without waiting. */
async function runTest(
  steps: readonly Step[],
  { flags = [], ...overrides }: ContextOverrides & { flags?: string[] } = {},
) {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const result = runCli(['webhooks', 'test', ID, ...flags], [queued, ...steps], overrides);
    await jest.advanceTimersByTimeAsync(24_000);
    return await result;
  } finally {
    jest.useRealTimers();
  }
}

describe('feedback webhooks test', () => {
  it('waits for the delivery of the test, and prints it', async () => {
    const steps = [deliveriesPage([]), deliveriesPage([pending]), deliveriesPage([delivery(2), test()])];
    const { code, stdout, stderr, requests } = await runTest(steps);
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, test(), '']);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /webhooks/${ID}/test`,
      ...Array<string>(3).fill(`GET /webhooks/${ID}/deliveries?event_type=webhook.test`),
    ]);
  });

  it('shows the result in a table on a terminal', async () => {
    const { stdout, stderr } = await runTest([deliveriesPage([test()])], {
      terminal: 80,
      flags: ['--no-color'],
    });
    expect(stdout).toMatch(/^ID +STATUS +RESULT +AGE\n.* succeeded +204 {2}182 ms +2m\n$/);
    expect(stderr).toContain('Waiting for the result');
    expect(stderr.endsWith('\r\x1b[2K')).toBe(true);
  });

  it.each([
    ['pending', 'responded with status 500', 'responded with status 500'],
    ['failed', 'connection refused\x1b', 'connection refused␛'],
  ] as const)('exits with 1 after a failed attempt: %s', async (status, error, text) => {
    const result = test({ status, attempts: [attempt({ status_code: 500, error })] });
    const { code, stdout, stderr } = await runTest([deliveriesPage([result])]);
    expect([code, JSON.parse(stdout), stderr]).toEqual([1, result, `Error: The test failed: ${text}\n`]);
  });

  it('exits with 1 if the delivery is cancelled', async () => {
    const { code, stderr } = await runTest([deliveriesPage([test({ status: 'cancelled', attempts: [] })])]);
    expect([code, stderr]).toEqual([1, 'Error: The test failed: cancelled\n']);
  });

  it('exits with 1 without a result after 24 seconds', async () => {
    const { code, stdout, stderr, requests } = await runTest([deliveriesPage([pending])]);
    expect([code, stdout, requests.length]).toEqual([1, '', 8]);
    expect(stderr).toBe(
      `Error: No result yet\nTo see the result later, run \`feedback webhooks deliveries ${ID}\`.\n`,
    );
  });

  it('exits with 130 when it is interrupted while it waits', async () => {
    const interruption = new AbortController();
    const interrupt: Step = (request) => {
      setTimeout(() => interruption.abort(), 100);
      return deliveriesPage([pending])(request);
    };
    const { code, stderr, requests } = await runTest([interrupt], { signal: interruption.signal });
    expect([code, stderr, requests.length]).toEqual([130, '', 2]);
  });

  it('reports errors without waiting', async () => {
    const disabled = errorResponse(409, 'webhook_disabled');
    expect(await runCli(`webhooks test ${ID}`, [disabled])).toMatchObject({ code: 5, stdout: '' });
    expect((await runCli('webhooks test x')).code).toBe(4);
  });
});
