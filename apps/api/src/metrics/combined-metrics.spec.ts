import type { DeliveryBacklog } from '@libs/webhooks';
import { CombinedMetrics } from './combined-metrics';
import { Metrics } from './metrics';

const POOL_USE = { max: 10, used: 3, idle: 2, waiting: { pool: 1, account: 4 } };

/** operator.md 13 */
describe('CombinedMetrics', () => {
  let combined: CombinedMetrics;
  beforeEach(() => (combined = new CombinedMetrics(() => Promise.resolve())));

  /** What a process sends, as JSON. */
  async function read(process: object, metrics: Metrics): Promise<void> {
    combined.read(process, JSON.parse(JSON.stringify(await metrics.values())));
  }
  const process = (pending = 0): Metrics => {
    const metrics = new Metrics();
    const backlog: DeliveryBacklog = { pending, dueSince: null };
    metrics.addDatabase({
      poolUse: () => POOL_USE,
      backlog: () => Promise.resolve(backlog),
      oldestChange: () => Promise.resolve(null),
    });
    return metrics;
  };
  const valueOf = async (sample: string) => {
    const line = (await combined.text()).split('\n').find((text) => text.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };

  it('adds up counters, histograms, and gauges', async () => {
    const [one, two] = [process(), process()];
    one.eventsPublished(5);
    two.eventsPublished(2);
    await read(one, one);
    await read(two, two);
    expect(await valueOf('feedback_events_published_total')).toBe(7);
    expect(await valueOf('feedback_form_submissions_total{outcome="accepted"}')).toBe(0);
    expect(await valueOf('feedback_database_pool_wait_seconds_bucket{le="1",queue="pool"}')).toBe(0);
    expect(await valueOf('feedback_database_pool_size')).toBe(20);
    expect(await valueOf('feedback_database_pool_waiting{queue="account"}')).toBe(8);
  });

  it('returns one value of what all processes read in the database, and of the version', async () => {
    const [one, two] = [process(3), process(4)];
    await read(one, one);
    await read(two, two);
    expect(await valueOf('feedback_webhook_deliveries_pending')).toBe(4);
    const text = await combined.text();
    expect(text.match(/^feedback_build_info\{version="[\d.]+"\} 1$/gm)).toHaveLength(1);
  });

  it('returns the slowest event loop and the latest start', async () => {
    const node = (name: string, value: number, metrics: Metrics) =>
      metrics.values().then((values) => {
        const changed = values.map((metric) =>
          metric.name === name ? { ...metric, values: [{ value, labels: {} }] } : metric,
        );
        combined.read(metrics, changed);
      });
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_start_time_seconds']) {
      await node(name, 1e10, process());
      await node(name, 2e10, process());
      expect(await valueOf(name)).toBe(2e10);
    }
  });

  it('keeps counters and histograms of processes that have ended, but not their gauges', async () => {
    const [one, two, three] = [process(), process(), process()];
    for (const metrics of [one, two, three]) {
      metrics.eventsPublished(1);
      metrics.attemptsRecorded([
        { status: 'succeeded', attempt: { durationMs: 10 } } as Parameters<Metrics['attemptsRecorded']>[0][0],
      ]);
      await read(metrics, metrics);
    }
    combined.end(one);
    combined.end(two);
    combined.end({});
    expect(await valueOf('feedback_events_published_total')).toBe(3);
    expect(await valueOf('feedback_webhook_attempt_duration_seconds_count')).toBe(3);
    expect(await valueOf('feedback_webhook_attempt_duration_seconds_bucket{le="0.05"}')).toBe(3);
    expect(await valueOf('feedback_database_pool_size')).toBe(10);
  });

  it('includes the main process, and asks the others for each text', async () => {
    const refresh = jest.fn(() => Promise.resolve());
    combined = new CombinedMetrics(refresh);
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(combined.contentType).toBe(new Metrics().contentType);
  });
});
