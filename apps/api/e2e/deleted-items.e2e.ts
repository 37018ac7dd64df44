import type { Account } from './support/service';
import { publishEvents } from './support/events';
import { useService } from './support/use-service';

const PUBLIC_URL = 'http://feedback.test:8080';
const base = '/api/v1/feedback';
const CHANGES = 'updated_after=2026-03-03&sort=updated_at&include_deleted=true';

/** lists.md 10 */
describe('/api/v1/feedback?include_deleted=true', () => {
  const { service, client } = useService({ PUBLIC_URL });
  let account: Account;
  beforeEach(async () => (account = await service.account()));

  const call = (method: string, path: string, body?: object) =>
    client.call(method, path, { key: account.key, body });
  const list = (query: string) => call('GET', `${base}?${query}`);
  const create = async (body: object): Promise<string> => (await call('POST', base, body)).json.data.id;

  it('returns changed and deleted items, page by page', async () => {
    const first = await create({ title: 'Dark mode', external_id: 'ticket:1' });
    const second = await create({ title: 'Night mode', external_id: 'ticket:2' });
    const third = await create({ title: 'Export' });
    for (const id of [first, third]) await call('DELETE', `${base}/${id}`);
    await publishEvents(service);
    const gone = (id: string, external_id: string | null) => ({
      id,
      external_id,
      deleted_at: expect.any(String),
    });
    const { json } = await list(CHANGES);
    expect(json.data).toMatchObject([{ id: second, title: 'Night mode' }]);
    expect(json.deleted).toEqual([gone(first, 'ticket:1'), gone(third, null)]);
    expect(json.pagination).toEqual({ limit: 20, offset: 0, has_more: false, next_cursor: null });

    const seen: unknown[] = [];
    const pages: string[] = [];
    for (let path: string | undefined = `${base}?${CHANGES}&limit=1&merged=include`; path;) {
      const page = await call('GET', path);
      pages.push(path);
      seen.push(...[...page.json.deleted, ...page.json.data].map(({ id }: { id: string }) => id));
      path = /<http:\/\/feedback\.test:8080([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(seen).toEqual([second, first, third]);
    const cursor = new URL(pages[1]!, PUBLIC_URL).searchParams.get('cursor')!;
    expect((await list(`cursor=${cursor}`)).json.error).toMatchObject({ param: 'cursor' });
    expect((await list(`${CHANGES}&merged=only&cursor=${cursor}`)).status).toBe(400);
    expect((await list(`${CHANGES.replace('true', 'false')}`)).json.deleted).toBeUndefined();
  });

  it.each([
    ['include_deleted=true', 'include_deleted', 'must be combined with updated_after and sort=updated_at'],
    [
      'include_deleted=true&updated_after=2026-03-03&sort=-updated_at',
      'include_deleted',
      'must be combined with updated_after and sort=updated_at',
    ],
    [`${CHANGES}&status=new`, 'status', 'must not be combined with include_deleted'],
    [`${CHANGES}&offset=0`, 'offset', 'must not be combined with include_deleted'],
    [`${CHANGES}&include_total=true`, 'include_total', 'must not be combined with include_deleted'],
  ])('rejects %s', async (query, param, demand) => {
    const { status, json } = await list(query);
    expect([status, json.error.code]).toEqual([400, 'invalid_parameter']);
    expect(json.error).toMatchObject({ param, message: `Invalid query parameter: ${param} ${demand}` });
  });

  it('belongs to one account', async () => {
    await call('DELETE', `${base}/${await create({ title: 'Dark mode' })}`);
    await publishEvents(service);
    account = await service.account();
    expect((await list(CHANGES)).json).toMatchObject({ data: [], deleted: [] });
  });
});
