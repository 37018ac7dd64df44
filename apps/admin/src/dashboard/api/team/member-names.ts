import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { membersQuery, namesById } from './members';

/** Returns a function that names members and former members: undefined until it is known, null if there is none. */
export function useNameOfMember(ids: readonly string[]): (id: string) => string | null | undefined {
  const enabled = ids.length > 0;
  const { data: names } = useQuery({ ...membersQuery, staleTime: Infinity, select: namesById, enabled });
  const unknown = names ? [...new Set(ids)].filter((id) => !names.has(id)).sort() : [];
  const { data: missing } = useQuery({
    ...memberLookup(unknown),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  return (id) => names?.get(id) ?? (missing?.includes(id) ? null : undefined);
}

/** Loads the members again, once, for those who may have joined since. The result is the IDs that none has. */
export const memberLookup = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['member-lookup', ids],
    queryFn: async ({ client }) => {
      const names = namesById(await client.fetchQuery({ ...membersQuery, staleTime: 0 }));
      return ids.filter((id) => !names.has(id));
    },
    staleTime: Infinity,
  });
