import type {
  AccountChange,
  AccountSettings,
  Data,
  NewAccountBody,
  PersonChange,
  PersonSettings,
  SessionEntry,
  SessionInfo,
} from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import { LEAVING } from './team/members';

const ACCOUNT = ['account'] as const;
const PERSON = ['person'] as const;
const SESSIONS = ['sessions'] as const;
/** Downloads a JSON file with all data of the account. */
export const ACCOUNT_EXPORT_URL = '/app/api/account/export';

export function useAccount() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: async ({ signal }) => (await call<Data<AccountSettings>>('GET', 'account', { signal })).data,
  });
}

export function useChangeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: AccountChange) =>
      (await call<Data<AccountSettings>>('PATCH', 'account', { body })).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(ACCOUNT, saved);
      return queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

/** @param prepare runs first, while the account before is the current one. Reload afterwards, to clear its data. */
export function useCreateAccount(prepare: () => Promise<void>) {
  return useMutation({
    mutationFn: async (body: NewAccountBody) => {
      await prepare();
      await call<Data<SessionInfo>>('POST', 'accounts', { body });
    },
  });
}

export function usePerson() {
  return useQuery({
    queryKey: PERSON,
    queryFn: async ({ signal }) => (await call<Data<PersonSettings>>('GET', 'person', { signal })).data,
  });
}

export function useChangePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: PersonChange) =>
      (await call<Data<PersonSettings>>('PATCH', 'person', { body })).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(PERSON, saved);
      return queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

/** Confirms the password; sensitive changes are then allowed for five minutes. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: (password: string) =>
      call<Data<SessionInfo>>('POST', 'session/reauthenticate', { body: { password } }),
    gcTime: 0,
  });
}

/** Ends all other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      call<Data<SessionInfo>>('POST', 'person/password', { body: { password } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
    gcTime: 0,
  });
}

/** Returns the session of another account of the person, which it opens; undefined if there is none. */
export function useDeleteAccount() {
  return useMutation({
    ...LEAVING,
    mutationFn: () => call<Data<SessionInfo> | undefined>('DELETE', 'account'),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) =>
      (await call<Data<readonly SessionEntry[]>>('GET', 'sessions', { signal })).data,
  });
}

/** Ends one session; without an ID, all but the current one. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) => call<void>('DELETE', id ? `sessions/${id}` : 'sessions'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
  });
}
