import type { MutationFunctionContext, QueryClient, QueryKey } from '@tanstack/react-query';

/** For `onSuccess` and `onSettled` of a mutation, which ends when these queries are loaded again. */
export const invalidate =
  (...keys: readonly QueryKey[]) =>
  <A extends readonly unknown[]>(...args: readonly [...A, MutationFunctionContext]): Promise<unknown> => {
    const { client } = args.at(-1) as MutationFunctionContext;
    return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };

/** For `onSuccess` of a mutation whose response is shown once, so it does not wait until these queries are loaded again. */
export const refresh =
  (...keys: readonly QueryKey[]) =>
  <A extends readonly unknown[]>(...args: readonly [...A, MutationFunctionContext]): void =>
    void invalidate(...keys)(...args);

/** For `onSuccess` of a mutation that returns the new data of a query. Other queries are loaded again. */
export const store =
  (key: QueryKey, ...others: readonly QueryKey[]) =>
  async <T, V, R>(data: T, ...args: readonly [V, R, MutationFunctionContext]): Promise<void> => {
    await replaceData(args[2].client, key, data);
    await invalidate(...others)(...args);
  };

/** Replaces the data of a query, also if it is being loaded: an older response does not replace it again. */
export async function replaceData(client: QueryClient, queryKey: QueryKey, data: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, data);
}
