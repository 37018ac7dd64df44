import { SYSTEM } from '@libs/kernel';
import type { Feedback } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { PostgresFeedbackRepository } from '@libs/postgres';
import { SearchIndexing } from '../src/items/search-indexing';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const PUBLIC_URL = 'http://feedback.test:8080';
const base = '/api/v1/feedback';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 10, minute)).toISOString();

/** lists.md 2, lists.md 3, lists.md 4, lists.md 5 */
describe('/api/v1/feedback?q=&sort=', () => {
  const { service, client } = useService({ PUBLIC_URL });
  let account: Account;
  let items: PostgresFeedbackRepository;

  beforeAll(() => (items = new PostgresFeedbackRepository(service.dataSource)));
  beforeEach(async () => (account = await service.account()));

  const list = (query: string, key = account.key) => client.call('GET', `${base}?${query}`, { key });
  const titles = async (query: string): Promise<string[]> => {
    const { status, json } = await list(query);
    expect([query, status]).toEqual([query, 200]);
    return json.data.map(({ title }: { title: string }) => title);
  };
  const add = async (...given: Partial<Feedback>[]) => {
    for (const item of given) await items.add(aFeedback({ accountId: account.id, ...item }), SYSTEM);
  };
  it('finds items before and after the service adds them to the search index', async () => {
    await add({ title: 'Dark mode 1' });
    // A copy of this entry stands for the entries of 5,000 more items.
    await service.dataSource.query(
      `INSERT INTO feedback_search_newest (account_id, id, text)
       SELECT account_id, gen_random_uuid(), text FROM feedback_search, generate_series(1, 5000) WHERE account_id = $1`,
      [account.id],
    );
    expect(await titles('q=dark+1')).toEqual(['Dark mode 1']);
    const indexed = 'SELECT id FROM feedback_search WHERE account_id = $1 AND is_indexed';
    // One in 200 items queues its account.
    for (let found: unknown[] = []; found.length === 0;) {
      await service.dataSource.query('INSERT INTO search_index_queue (account_id) VALUES ($1)', [account.id]);
      await service.get(SearchIndexing).run();
      found = await service.dataSource.query(indexed, [account.id]);
    }
    expect(await titles('q=dark+1')).toEqual(['Dark mode 1']);
  });

  const three = () =>
    add(
      { title: 'b', created_at: at(1), updated_at: at(7), submitter_email: 'Ada.L@Example.com' },
      { title: 'C', created_at: at(2), updated_at: at(9), status: 'planned' },
      {
        title: 'a',
        created_at: at(3),
        updated_at: at(8),
        submitter_email: 'ada.l+x@example.com',
        source: 'form',
      },
    );

  /** Pages through the list by its `next` links. */
  const pageThrough = async (query: string, between = async () => {}): Promise<string[]> => {
    const seen: string[] = [];
    for (let path = `${base}?${query}`; ; await between()) {
      const { status, json, headers } = await client.call('GET', path, { key: account.key });
      expect([path, status]).toEqual([path, 200]);
      seen.push(...json.data.map(({ title }: { title: string }) => title));
      if (!json.pagination.has_more) return seen;
      path = /<http:\/\/feedback\.test:8080([^>]+)>; rel="next"/.exec(headers['link'] as string)![1]!;
    }
  };
  /** Pages through the list by cursor. */
  const pageThroughByCursor = async (query: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { json } = await list(`${query}${cursor}`);
      seen.push(...json.data.map(({ title }: { title: string }) => title));
      if (!json.pagination.has_more) return seen;
      cursor = `&cursor=${json.pagination.next_cursor}`;
    }
  };

  it.each([
    ['', ['a', 'C', 'b']],
    ['sort=updated_at', ['b', 'a', 'C']],
    ['sort=-title', ['C', 'b', 'a']],
  ])('sorts with the query "%s", by offset and by cursor', async (query, expected) => {
    await three();
    expect(await titles(query)).toEqual(expected);
    expect(await pageThrough(`${query}&limit=1&offset=0`.replace(/^&/, ''))).toEqual(expected);
    expect(await pageThroughByCursor(`${query}&limit=1`.replace(/^&/, ''))).toEqual(expected);
  });

  it.each([
    ['q=export+csv', ['Import', 'CSV Export']],
    ['q=EXPORT&status=planned', ['CSV Export']],
    ['q=e_%5C', ['100% sure_\\']],
    ['q=%F0%9F%91%8D', ['Well done 👍']],
    ['q=import&submitter_email=ADA%40example.com', ['Import']],
  ])('finds matching items for %s', async (query, expected) => {
    await add(
      { title: 'CSV Export', status: 'planned', created_at: at(1) },
      {
        title: 'Import',
        description: 'export a file\ncsv',
        created_at: at(2),
        submitter_email: 'ada@example.com',
      },
      { title: '100% sure_\\', created_at: at(3) },
      { title: 'Well done 👍', created_at: at(4) },
    );
    expect(await titles(query)).toEqual(expected);
    expect((await list(`${query}&include_total=true`)).json.pagination.total).toBe(expected.length);
  });

  it.each([
    ['submitter_email=ada.l@EXAMPLE.com', ['b']],
    ['submitter_email=ada.l%2Bx@example.com', ['a']],
    ['submitter_email=a%25@example.com', []],
    ['created_after=2026-03-03T11:02:00%2B01:00', ['a', 'C']],
    ['created_before=2026-03-03T10:02:00.0001Z', ['C', 'b']],
    ['updated_after=2026-03-03T10:08:00Z&status=planned&sort=created_at', ['C']],
    ['created_after=0001-01-01T00:00:00Z', ['a', 'C', 'b']],
    ['updated_after=0000-01-01T00:00:00Z', ['a', 'C', 'b']],
    ['updated_before=2026-03-03T10:08:00Z', ['b']],
    ['created_after=2026-03-03&created_before=2026-03-04', ['a', 'C', 'b']],
    ['created_after=2026-03-04', []],
    ['source=form', ['a']],
    ['status=new', ['a', 'b']],
    ['status=planned,shipped', ['C']],
    ['status=new,planned&sort=title', ['a', 'b', 'C']],
    ['assignee=none&source=api', ['C', 'b']],
    ['assignee=0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f', []],
    ['created_before=0001-01-01T00:00:00Z', []],
    ['updated_after=9999-12-31T23:59:59.999Z', []],
    ['created_after=9999-12-31T23:59:59.999Z', []],
    ['created_before=9999-12-31T23:59:59.999Z', ['a', 'C', 'b']],
  ])('filters by %s', async (query, expected) => {
    await three();
    expect(await titles(query)).toEqual(expected);
    expect((await list(`${query}&include_total=true`)).json.pagination.total).toBe(expected.length);
    expect(await pageThrough(`${query}&limit=1`)).toEqual(expected);
  });

  it('repeats no item on later pages when an item is added, except with an offset', async () => {
    await three();
    const meanwhile = () => add({ title: 'new', created_at: at(20) });
    expect(await pageThrough('limit=2', meanwhile)).toEqual(['a', 'C', 'b']);
    expect((await pageThrough('limit=2&offset=0', meanwhile)).slice(0, 3)).toEqual(['new', 'a', 'a']);
  });

  it('keeps every filter in its links, percent-encoded', async () => {
    const filters =
      'status=new&q=%22a%22%20%26%20b%3Ec%3B%25&sort=title&submitter_email=ada%2Bx%40example.com&created_after=2026-03-03T11%3A00%3A00%2B01%3A00&created_before=2026-03-04T00%3A00%3A00Z&updated_after=2026-03-03T10%3A00%3A00Z';
    const text = { title: '"a" & b>c;%', submitter_email: 'ada+x@example.com', status: 'new' as const };
    await add(...[1, 2, 3].map((minute) => ({ ...text, created_at: at(minute) })));
    const { headers, json } = await list(`${filters}&limit=1&offset=1`);
    const link = (rest: string, rel: string) =>
      `<${PUBLIC_URL}${base}?${filters}&limit=1${rest}>; rel="${rel}"`;
    expect(headers['link']).toBe(
      [link('&offset=0', 'first'), link('&offset=0', 'prev'), link('&offset=2', 'next')].join(', '),
    );
    const { next_cursor: next } = json.pagination;
    const last = await list(`${filters}&limit=1&cursor=${next}`);
    expect(last.json.data).toHaveLength(1);
    expect(last.json.pagination).toEqual({ limit: 1, offset: null, has_more: false, next_cursor: null });
  });

  it.each(['created_before', 'updated_after'])('rejects an invalid %s', async (param) => {
    const { status, json } = await list(`${param}=0`);
    expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', param]);
  });

  it('accepts a q of 200 four-byte characters', async () => {
    const longest = '😀'.repeat(200);
    await add({ title: longest }, { title: 'other' });
    expect(await titles(`q=${encodeURIComponent(longest)}`)).toEqual([longest]);
  });

  it('accepts a cursor if the same time and order are only written differently', async () => {
    await add({ created_at: at(1) }, { created_at: at(2) });
    const { next_cursor: next } = (await list('created_after=2026-03-03T10:00:00Z&limit=1')).json.pagination;
    const same = `created_after=2026-03-03T11:00:00.000%2B01:00&sort=-created_at&cursor=${next}`;
    expect((await list(same)).json.data).toHaveLength(1);
  });

  it('finds no items of another account', async () => {
    await three();
    const { key } = await service.account();
    for (const query of ['q=a', 'submitter_email=ada.l@example.com', 'created_after=2026-03-03T00:00:00Z']) {
      expect((await list(`${query}&include_total=true`, key)).json).toMatchObject({
        data: [],
        pagination: { total: 0 },
      });
    }
  });

  it('immediately finds new and changed items, and no deleted ones', async () => {
    const post = { key: account.key, body: { title: 'first words', submitter_email: 'ada@example.com' } };
    const { id } = (await client.call('POST', base, post)).json.data;
    expect(await titles('q=first')).toEqual(['first words']);
    await client.call('PATCH', `${base}/${id}`, { key: account.key, body: { title: 'second' } });
    expect(await titles('q=first')).toEqual([]);
    expect(await titles('q=second&submitter_email=ADA@example.com')).toEqual(['second']);
    await client.call('DELETE', `${base}/${id}`, { key: account.key });
    expect(await titles('q=second')).toEqual([]);
    expect(await titles('submitter_email=ada@example.com')).toEqual([]);
  });
});
