import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** insights.md 1 */
describe('GET /api/v1/feedback/stats', () => {
  const { service, client } = useService();
  const PATH = '/api/v1/feedback';

  it('counts items and changes, for a read key and for the dashboard', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    const { account } = dashboard;
    const { key } = await service.issue(account.id, { permission: 'read' });
    const created = await client.call('POST', PATH, { key: account.key, body: { title: 'Dark mode' } });
    const path = `${PATH}/${created.json.data.id}`;
    await client.call('PATCH', path, { key: account.key, body: { status: 'shipped' } });
    const read = async (query: string) => {
      const { status, json } = await client.call('GET', `${PATH}/stats?${query}`, { key });
      expect(status).toBe(200);
      return json.data;
    };
    const byMonth = await read('metric=created&by=source&interval=month&time_zone=Asia/Kolkata');
    expect(byMonth).toMatchObject({
      metric: 'created',
      by: 'source',
      interval: 'month',
      time_zone: 'Asia/Kolkata',
    });
    expect(byMonth.total.groups).toContainEqual({ name: 'api', count: 1 });
    // The publisher writes the history shortly after the response.
    while ((await read('metric=status_changed')).total.count === 0);
    expect((await read('metric=shipped')).total).toEqual({ count: 1 });
    const { total, buckets } = await read('metric=time_to_first_change');
    expect(total).toEqual({ count: 1, median_seconds: expect.any(Number) });
    expect(buckets).toHaveLength(30);
    const inDashboard = await dashboard.get('feedback/stats?metric=time_to_first_change');
    expect(inDashboard.json.data).toEqual({ ...inDashboard.json.data, total, buckets });
  });

  it('counts items by tag, also for the dashboard', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    const { key } = dashboard.account;
    for (const tags of [['billing'], ['billing', 'mobile'], []])
      await client.call('POST', PATH, { key, body: { title: 'Dark mode', tags } });
    const query = 'metric=created&by=tag&interval=month';
    const { json } = await client.call('GET', `${PATH}/stats?${query}`, { key });
    const groups = [
      { name: 'billing', count: 2 },
      { name: 'mobile', count: 1 },
    ];
    expect(json.data).toMatchObject({ by: 'tag', total: { count: 3, groups } });
    expect((await dashboard.get(`feedback/stats?${query}`)).json.data).toEqual(json.data);
    const changes = await client.call('GET', `${PATH}/stats?metric=shipped&by=tag`, { key });
    expect([changes.status, changes.json.error.message]).toEqual([
      400,
      'Invalid query parameter: by must be status or source for shipped',
    ]);
  });

  it('is not available to a submit key', async () => {
    const account = await service.account();
    const { key } = await service.issue(account.id, { permission: 'submit' });
    const headers = { origin: 'https://page.example' };
    const response = await client.call('GET', `${PATH}/stats?metric=created`, { key, headers });
    expect([response.status, response.json.error.code]).toEqual([403, 'insufficient_permissions']);
  });

  it('returns errors to the dashboard', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    const { status, json } = await dashboard.get('feedback/stats?metric=votes&by=title');
    expect([status, json.error.details.map(({ param }: { param: string }) => param)]).toEqual([
      400,
      ['metric', 'by'],
    ]);
  });
});
