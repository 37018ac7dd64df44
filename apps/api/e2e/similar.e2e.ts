import { INVALID_SIMILAR } from '../src/similar/similar.openapi';
import { Dashboard } from './support/dashboard';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (title: string, description: string | null = null) =>
  (await call('POST', BASE, { body: { title, description } })).json.data;
const ofTitle = (title: string) => call('GET', `${BASE}/similar?title=${encodeURIComponent(title)}`);

const encoded = (query: Readonly<Record<string, string | string[]>>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  ).toString();

/** similar.md 1, similar.md 2, similar.md 3 */
describe('similar items', () => {
  it('returns at most 5 other items with a score, best first', async () => {
    const item = await create('Export invoices as PDF');
    const duplicate = await create('export invoices as pdf');
    await create('Dark mode');
    for (let i = 0; i < 5; i++) await create(`PDF export number ${i}`);
    const { status, json } = await call('GET', `${BASE}/${item.id}/similar`);
    expect(status).toBe(200);
    expect(json.data).toHaveLength(5);
    expect(json.data[0]).toEqual({ ...duplicate, score: 1 });
    const scores = json.data.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.at(-1)).toBeGreaterThanOrEqual(0.1);
    expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(item.id);
  });

  it('returns items similar to a title', async () => {
    const item = await create('Dark mode', 'For the night');
    await create('Export as PDF');
    expect((await ofTitle('drak mode')).json).toEqual({ data: [{ ...item, score: expect.any(Number) }] });
    expect((await ofTitle('???')).json).toEqual({ data: [] });
  });

  it('accepts an ID in uppercase, and returns 404 for unknown and malformed IDs and those of other accounts', async () => {
    const { id } = await create('Dark mode');
    expect((await call('GET', `${BASE}/${id.toUpperCase()}/similar`)).status).toBe(200);
    const other = await service.account();
    for (const [path, key] of [[UNKNOWN], ['x'], [id, other.key]] as const) {
      const { status, json } = await call('GET', `${BASE}/${path}/similar`, key ? { key } : {});
      expect([status, json.error.code]).toEqual([404, 'feedback_not_found']);
    }
  });

  it('returns no items of other accounts', async () => {
    await create('Dark mode');
    const { key } = await service.account();
    expect((await call('GET', `${BASE}/similar?title=Dark%20mode`, { key })).json).toEqual({ data: [] });
  });

  it.each(Object.entries(INVALID_SIMILAR))('returns 400 for an invalid query: %s', async (name, query) => {
    const { status, json } = await call('GET', `${BASE}/similar?${encoded(query)}`);
    expect(status).toBe(400);
    expect(name).toMatch(new RegExp(`^${json.error.code}`));
  });

  it('rejects query parameters with an ID', async () => {
    const { id } = await create('Dark mode');
    expect((await call('GET', `${BASE}/${id}/similar?title=x`)).json.error.code).toBe('unknown_parameter');
  });

  it('allows read keys, and rejects submit keys', async () => {
    const { id } = await create('Dark mode');
    for (const path of [`${BASE}/${id}/similar`, `${BASE}/similar?title=x`]) {
      const statusFor = async (permission: 'read' | 'submit') => {
        const { key } = await service.issue(account.id, { permission });
        return (await call('GET', path, { key })).status;
      };
      expect([await statusFor('read'), await statusFor('submit')]).toEqual([200, 403]);
    }
  });
});

/** dashboard.md 9 */
describe('similar items of the dashboard', () => {
  it('are those of the member’s account', async () => {
    await create('Dark mode');
    const mine = await Dashboard.forNewAccount(service, client);
    const { data } = (await mine.call('POST', 'feedback', { body: { title: 'Dark theme' } })).json;
    const { version: _, ...item } = (await mine.call('POST', 'feedback', { body: { title: 'dark themes' } }))
      .json.data;
    const similar = [{ ...item, score: expect.any(Number) }];
    expect((await mine.call('GET', `feedback/${data.id}/similar`)).json).toEqual({ data: similar });
    expect((await mine.call('GET', 'feedback/similar?title=themes')).json.data[0]).toEqual(similar[0]);
    expect((await mine.call('GET', 'feedback/similar')).json.error.code).toBe('invalid_parameter');
    expect((await mine.call('GET', `feedback/${UNKNOWN}/similar`)).status).toBe(404);
  });
});
