import type {
  Data,
  FirstSteps,
  SessionInfo,
  SignInBody,
  SignUpBody,
  SignUpState,
  SuggestedSlug,
} from '@libs/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import { signedInFlag } from './signed-in-flag';

/** How often what is to tick itself is looked at. */
const FIRST_STEPS_POLL_MS = 3_000;

const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: async ({ signal }) => (await call<Data<SessionInfo>>('GET', 'session', { signal })).data,
  staleTime: 60_000,
});

/** Who is signed in. On every page inside the shell `data` is there: the shell waits for it. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** The same before the door: somebody who is known not to be signed in is not asked about again. */
export function useOptionalSession() {
  return useQuery({
    ...sessionQuery,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The same where there may be nobody; nothing is asked. */
export function useCachedSession(): SessionInfo | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

export function useSignUpState() {
  return useQuery({
    queryKey: ['sign-up'] as const,
    queryFn: async ({ signal }) => (await call<Data<SignUpState>>('GET', 'sign-up', { signal })).data,
  });
}

/** A free slug made from the name; nothing is asked for an empty one. */
export function useSuggestedSlug(name: string) {
  return useQuery({
    queryKey: ['sign-up', 'slug', name] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ name });
      return (await call<Data<SuggestedSlug>>('GET', `sign-up/slug?${query}`, { signal })).data.slug;
    },
    enabled: name !== '',
    retry: false,
  });
}

export function useSignUp() {
  return useStartSession((body: SignUpBody) => call<Data<SessionInfo>>('POST', 'sign-up', { body }));
}

export function useSignIn() {
  return useStartSession((body: SignInBody) => call<Data<SessionInfo>>('POST', 'session', { body }));
}

/** Whoever comes in finds nothing of whoever was here before. */
function useStartSession<T>(request: (body: T) => Promise<Data<SessionInfo>>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: ({ data }) => {
      signedInFlag.set();
      const cached = queryClient.getQueryData(sessionQuery.queryKey);
      if (cached?.account.id !== data.account.id) {
        // Not `clear`: who asks for the session goes on listening to this very entry.
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      }
      queryClient.setQueryData(sessionQuery.queryKey, data);
    },
    gcTime: 0,
  });
}

/** @param prepare what still needs the session */
export function useSignOut(prepare: () => Promise<void>) {
  return useMutation({
    mutationFn: async () => {
      await prepare();
      await call<void>('DELETE', 'session');
    },
    onSuccess: signedInFlag.clear,
  });
}

/** Read again and again while one of them is still to be done and somebody looks. */
export function useFirstSteps() {
  return useQuery({
    queryKey: ['first-steps'] as const,
    queryFn: async ({ signal }) => (await call<Data<FirstSteps>>('GET', 'first-steps', { signal })).data,
    refetchInterval: ({ state: { data } }) => (data && allDone(data) ? false : FIRST_STEPS_POLL_MS),
  });
}

export const allDone = (steps: FirstSteps): boolean => Object.values(steps).every(Boolean);
