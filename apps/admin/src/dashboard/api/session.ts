import type {
  Data,
  FirstSteps,
  SecondStepBody,
  SessionInfo,
  SignInBody,
  SignUpBody,
  SignUpState,
  SuggestedSlug,
  SwitchBody,
} from '@libs/contract';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, fetchData, setRequestAccount } from './requests/client';
import { LEAVING } from './requests/leaving';
import { useMayDo } from './team/role';
import { signedInAccount } from './requests/early';

/** Keys of queries that stay when the account changes. An accepted invitation can't be loaded again. */
const OF_NO_ACCOUNT: readonly string[] = ['session', 'invitation'];
/** How often incomplete steps are checked. */
const FIRST_STEPS_POLL_MS = 3_000;

const sessionQuery = queryOptions({
  queryKey: ['session'] as const,
  queryFn: async ({ signal }) => {
    const session = await fetchData<SessionInfo>('GET', 'session', { signal });
    setRequestAccount(session.account.id);
    return session;
  },
  staleTime: 60_000,
});

/** The current session. Inside the shell, `data` is always set: the shell waits for it. */
export function useSession() {
  // The route has just requested it, and repeats temporary failures.
  return useQuery({ ...sessionQuery, retryOnMount: false });
}

/** The session on pages for signed-out users. A failed request isn't repeated on mount, focus, or reconnect. */
export function useOptionalSession() {
  return useQuery({
    ...sessionQuery,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Loads the session, in a browser that is probably signed in. Resolves also if that fails. */
export const prefetchSession = (queryClient: QueryClient): Promise<void> | null =>
  signedInAccount.get() === null ? null : queryClient.prefetchQuery(sessionQuery);

/** The ID of the signed-in person, if the session is loaded. */
export const cachedPersonId = (queryClient: QueryClient): string | undefined =>
  queryClient.getQueryData(sessionQuery.queryKey)?.person.id;

/** The setting of the account for messages about status; null if the service sends no mail, undefined before the session is loaded. */
export const cachedStatusMessages = (queryClient: QueryClient): SessionInfo['status_messages'] | undefined =>
  queryClient.getQueryData(sessionQuery.queryKey)?.status_messages;

/** The cached session, or undefined; sends no request. */
export function useCachedSession(): SessionInfo | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

/** Whether the dashboard offers to tell followers of a new status (status-messages.md 6). */
export const useOffersMessages = (): boolean => useCachedSession()?.status_messages !== 'never';

export function useSignUpState() {
  return useQuery({
    queryKey: ['sign-up'] as const,
    queryFn: ({ signal }) => fetchData<SignUpState>('GET', 'sign-up', { signal }),
  });
}

/** Suggests a free slug for the name; sends no request for an empty one. */
export function useSuggestedSlug(name: string) {
  return useQuery({
    queryKey: ['sign-up', 'slug', name] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ name });
      return (await fetchData<SuggestedSlug>('GET', `sign-up/slug?${query}`, { signal })).slug;
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

/** The second step of a sign-in. */
export function useCompleteSignIn() {
  return useStartSession((body: SecondStepBody) =>
    call<Data<SessionInfo>>('POST', 'session/second-factor', { body }),
  );
}

/** Makes another account of the person the current one. Reload afterwards, to clear the data of this account. */
export function useSwitchAccount(prepare: () => Promise<void>) {
  return useMutation({
    ...LEAVING,
    mutationFn: async (accountId: string) => {
      await prepare();
      const body: SwitchBody = { account_id: accountId };
      await call<Data<SessionInfo>>('POST', 'session/account', { body });
      signedInAccount.set(accountId);
    },
  });
}

/** Clears the data of the previous account. */
export function useStartSession<T>(request: (body: T) => Promise<Data<SessionInfo>>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: ({ data }) => {
      signedInAccount.set(data.account.id);
      setRequestAccount(data.account.id);
      const cached = queryClient.getQueryData(sessionQuery.queryKey);
      if (cached?.account.id !== data.account.id) {
        // Not `clear`: components stay subscribed to this cache entry.
        queryClient.removeQueries({
          predicate: ({ queryKey }) => !OF_NO_ACCOUNT.includes(queryKey[0] as string),
        });
      }
      queryClient.setQueryData(sessionQuery.queryKey, data);
    },
    gcTime: 0,
  });
}

/** @param prepare runs first, while the session still exists */
export function useSignOut(prepare: () => Promise<void>) {
  return useMutation({
    ...LEAVING,
    mutationFn: async () => {
      await prepare();
      await call<void>('DELETE', 'session');
    },
    onSuccess: signedInAccount.clear,
  });
}

/** Polled while the page is visible and a step is incomplete. Not loaded for members who cannot create keys. */
export function useFirstSteps() {
  const enabled = useMayDo('keys.manage');
  return useQuery({
    enabled,
    queryKey: ['first-steps'] as const,
    queryFn: ({ signal }) => fetchData<FirstSteps>('GET', 'first-steps', { signal }),
    refetchInterval: ({ state: { data } }) => (data && allDone(data) ? false : FIRST_STEPS_POLL_MS),
  });
}

export const allDone = (steps: FirstSteps): boolean => Object.values(steps).every(Boolean);
