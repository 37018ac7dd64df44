import { unexpectedResponse } from '../rest/response-body';

const PAGE_SIZE = 100;

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor?: string | null };
}

/** Yields what is on all pages, and reads them as needed, from the first one or a `cursor`; `limit` is the page size. */
export async function* allPages<T, Q extends PageQuery>(
  query: Q,
  read: (query: Q) => Promise<Page<T>>,
): AsyncGenerator<T, void, void> {
  let { cursor } = query;
  do {
    const page = await read({ ...query, limit: query.limit ?? PAGE_SIZE, cursor });
    yield* page.data;
    const next = page.pagination.next_cursor ?? undefined;
    if (next !== undefined && next === cursor) throw unexpectedResponse();
    cursor = next;
  } while (cursor !== undefined);
}
