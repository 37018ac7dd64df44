import type { MutationFunctionContext, QueryKey } from '@tanstack/react-query';

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
  <T, V, R>(data: T, ...args: readonly [V, R, MutationFunctionContext]): Promise<unknown> => {
    args[2].client.setQueryData(key, data);
    return invalidate(...others)(...args);
  };
