import { aFeedback } from '@libs/feedback/testing';
import { CursorCodec } from '../cursors/cursor';
import { listJson, listLinks, listRequest } from './list.http';

const ADDRESS = 'https://feedback.example.com/api/v1/feedback';
const cursors = new CursorCodec(new Uint8Array(32));
const ITEM = aFeedback();

/** Returns the pagination of a page, and the query of its links by relation. */
function page(
  query: Record<string, string>,
  { hasMore = true, total }: { hasMore?: boolean; total?: number } = {},
) {
  const request = listRequest(query, ITEM.accountId, cursors);
  const found = { items: [ITEM], hasMore, total };
  const { pagination } = listJson(found, request, cursors);
  const links = listLinks(ADDRESS, found, request, pagination.next_cursor);
  const byRelation = [...links.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => {
    expect(url!.startsWith(`${ADDRESS}?`)).toBe(true);
    return [rel, url!.slice(ADDRESS.length + 1)];
  });
  return { pagination, links: Object.fromEntries(byRelation) as Record<string, string> };
}

describe('listLinks', () => {
  const next = page({ limit: '2' }).pagination.next_cursor;

  it('continues by cursor without an offset', () => {
    const { pagination, links } = page({ limit: '2' });
    expect(pagination).toEqual({ limit: 2, offset: 0, has_more: true, next_cursor: next });
    expect(links).toEqual({ first: 'limit=2', next: `limit=2&cursor=${next}` });
    expect(page({}, { hasMore: false }).links).toEqual({ first: 'limit=20' });
  });

  it('has no total in a link with a cursor', () => {
    expect(page({ limit: '2', include_total: 'true' }, { total: 5 }).links).toEqual({
      first: 'limit=2&include_total=true',
      next: `limit=2&cursor=${next}`,
      last: 'limit=2&offset=4&include_total=true',
    });
  });

  it.each([
    ['0', { first: 'limit=2&offset=0', next: 'limit=2&offset=2' }],
    ['1', { first: 'limit=2&offset=0', prev: 'limit=2&offset=0', next: 'limit=2&offset=3' }],
    ['4', { first: 'limit=2&offset=0', prev: 'limit=2&offset=2', next: 'limit=2&offset=6' }],
    ['2147483647', { first: 'limit=2&offset=0', prev: 'limit=2&offset=2147483645' }],
  ])('continues by offset from offset %s', (offset, links) => {
    const response = page({ limit: '2', offset });
    expect(response.links).toEqual(links);
    expect(response.pagination).toMatchObject({ offset: Number(offset), next_cursor: next });
  });

  it('has only the next link for a page by cursor', () => {
    const { pagination, links } = page({ limit: '2', cursor: next! });
    expect(pagination).toMatchObject({ offset: null, next_cursor: next });
    expect(links).toEqual({ next: `limit=2&cursor=${next}` });
    expect(page({ limit: '2', cursor: next! }, { hasMore: false }).links).toEqual({});
  });
});
