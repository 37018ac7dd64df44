import { EventPublication } from '../src/events/event-publication';
import { Metrics } from '../src/metrics/metrics';
import { Dashboard } from './support/dashboard';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** operator.md 9 */
describe('the metrics of a service', () => {
  const metrics = new Metrics();
  const { service, client } = useService({ ...LOCAL_WEBHOOKS, RATE_LIMIT_MINUTE_FREE: '5' }, { metrics });
  let account: Account;

  beforeEach(async () => (account = await service.account('pro')));

  /** The value of a sample; 0 if there is none. */
  const valueOf = async (sample: string): Promise<number> => {
    const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${sample} `));
    return line === undefined ? 0 : Number(line.slice(sample.length + 1));
  };
  /** Returns what the work adds to a sample. The service may count after it has responded. */
  const added = async (sample: string, expected: number, work: () => Promise<unknown>) => {
    const before = await valueOf(sample);
    await work();
    let change = 0;
    while ((change = (await valueOf(sample)) - before) < expected) {
      await new Promise((next) => setImmediate(next));
    }
    return change;
  };
  const api = (method: string, path: string, body?: unknown, key = account.key) =>
    client.call(method, `/api/v1${path}`, { key, body });

  it('count requests by the pattern of their route', async () => {
    const { id } = (await api('POST', '/feedback', { title: 'T' })).json.data;
    const sample = 'feedback_http_requests_total{method="GET",route="/api/v1/feedback/:id",status="200"}';
    expect(await added(sample, 2, () => Promise.all([1, 2].map(() => api('GET', `/feedback/${id}`))))).toBe(
      2,
    );
  });

  it('count refusals, over MCP too, and authentication failures on every surface', async () => {
    const limited = await service.account();
    for (let i = 0; i < 5; i++) await api('GET', '/feedback', undefined, limited.key);
    const refusals = 'feedback_rate_limit_refusals_total{code="rate_limit_exceeded"}';
    expect(await added(refusals, 1, () => api('GET', '/feedback', undefined, limited.key))).toBe(1);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_feedback', arguments: {} },
    };
    const overMcp = () =>
      client.call('POST', '/mcp', {
        key: limited.key,
        body: call,
        headers: { accept: 'application/json, text/event-stream' },
      });
    expect(await added(refusals, 1, overMcp)).toBe(1);
    const failures = (code: string) => `feedback_authentication_failures_total{code="${code}"}`;
    expect(
      await added(failures('api_key_invalid'), 1, () => api('GET', '/feedback', undefined, 'wrong')),
    ).toBe(1);
    const signedOut = () => client.call('GET', '/app/api/account');
    expect(await added(failures('session_required'), 1, signedOut)).toBe(1);
  });

  it('count submissions of forms, also those that are rejected before they are read', async () => {
    const outcome = (name: string) => `feedback_form_submissions_total{outcome="${name}"}`;
    const submit = (body: unknown, headers = {}) =>
      client.call('POST', `/f/${account.slug}`, { body, headers });
    expect(await added(outcome('quarantined'), 1, () => submit({ title: 'T', homepage: 'x' }))).toBe(1);
    expect(await valueOf('feedback_form_quarantined_total{reason="honeypot_filled"}')).toBe(1);
    expect(
      await added(outcome('rejected'), 2, async () => {
        await submit({});
        await submit('title=T', { 'content-type': 'text/plain' });
      }),
    ).toBe(2);
    const { form_min_seconds: _, ...token } = (await client.call('GET', `/f/${account.slug}/token`)).json
      .data;
    const waited = { title: 'T', form_token: token.token };
    expect(await added(outcome('quarantined'), 1, () => submit(waited))).toBe(1);
  });

  it('count events, and deliveries of webhooks', async () => {
    const receiver = await Receiver.start();
    await api('POST', '/webhooks', { url: receiver.url, events: ['*'] });
    const succeeded = 'feedback_webhook_deliveries_total{result="succeeded"}';
    const events = await valueOf('feedback_events_published_total');
    expect(
      await added(succeeded, 1, async () => {
        await api('POST', '/feedback', { title: 'T' });
        await service.get(EventPublication).run();
      }),
    ).toBe(1);
    expect(await valueOf('feedback_events_published_total')).toBe(events + 1);
    expect(await valueOf('feedback_webhook_attempt_duration_seconds_count')).toBeGreaterThanOrEqual(1);
    await receiver.stop();
  });

  it('report the pool of connections, which serves every kind of request', async () => {
    await api('POST', '/feedback', { title: 'T' });
    expect((await api('GET', '/feedback/export?format=ndjson')).text).toContain('"title":"T"');
    expect(await valueOf('feedback_database_pool_size')).toBe(10);
    expect(await valueOf('feedback_database_pool_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
    expect(await valueOf('feedback_webhook_deliveries_pending')).toBe(0);
  });

  it('contain no ID, slug, address, or key', async () => {
    const { json } = await api('POST', '/feedback', {
      title: 'Secret wish',
      submitter_email: 'ada@example.com',
    });
    await api('GET', `/feedback/${json.data.id}`);
    await client.call('GET', `/f/${account.slug}`);
    await client.call('GET', `/${account.id}/${account.keyId}`);
    await Dashboard.forNewAccount(service, client);
    const text = await metrics.text();
    for (const secret of [
      ...[account.id, account.keyId, account.slug, account.email, account.key, json.data.id as string],
      ...['127.0.0.1', 'Secret', 'ada@example.com', '@'],
    ])
      expect(text).not.toContain(secret);
  });
});
