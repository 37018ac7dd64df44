import { QueryClient, type MutationFunctionContext } from '@tanstack/react-query';
import { refresh, store } from './after-change';

const KEY = ['settings'];

describe('after a change', () => {
  let client: QueryClient;
  let context: MutationFunctionContext;
  beforeEach(() => {
    client = new QueryClient();
    context = { client, meta: undefined };
    client.setQueryData(KEY, 'old');
  });

  it('keeps the stored data when an older response arrives', async () => {
    let respond = (_: string) => {};
    const response = new Promise<string>((resolve) => (respond = resolve));
    const refetch = client.fetchQuery({ queryKey: KEY, queryFn: () => response }).catch(() => {});
    await store(KEY)('new', undefined, undefined, context);
    respond('old');
    await refetch;
    expect(client.getQueryData(KEY)).toBe('new');
  });

  it('loads lists again without waiting for them', () => {
    expect(refresh(KEY)('secret', undefined, undefined, context)).toBeUndefined();
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
  });
});
