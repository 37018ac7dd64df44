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
import { useMutation, useQuery } from '@tanstack/react-query';
import { invalidate, store } from './requests/after-change';
import { call, fetchData } from './requests/client';
import { LEAVING } from './requests/leaving';

const ACCOUNT = ['account'] as const;
const PERSON = ['person'] as const;
const SESSIONS = ['sessions'] as const;
/** Downloads a JSON file with all data of the account. */
export const ACCOUNT_EXPORT_URL = '/app/api/account/export';

export function useAccount() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => fetchData<AccountSettings>('GET', 'account', { signal }),
  });
}

export function useChangeAccount() {
  return useMutation({
    mutationFn: (body: AccountChange) => fetchData<AccountSettings>('PATCH', 'account', { body }),
    onSuccess: store(ACCOUNT, ['session']),
  });
}

/** @param prepare runs first, while the account before is the current one. Reload afterwards, to clear its data. */
export function useCreateAccount(prepare: () => Promise<void>) {
  return useMutation({
    ...LEAVING,
    mutationFn: async (body: NewAccountBody) => {
      await prepare();
      await call<Data<SessionInfo>>('POST', 'accounts', { body });
    },
  });
}

export function usePerson() {
  return useQuery({
    queryKey: PERSON,
    queryFn: ({ signal }) => fetchData<PersonSettings>('GET', 'person', { signal }),
  });
}

export function useChangePerson() {
  return useMutation({
    mutationFn: (body: PersonChange) => fetchData<PersonSettings>('PATCH', 'person', { body }),
    onSuccess: store(PERSON, ['session']),
  });
}

/** Confirms the password; sensitive changes are then allowed for five minutes. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: (password: string) =>
      call<Data<SessionInfo>>('POST', 'session/reauthenticate', { body: { password }, renewsSession: true }),
    gcTime: 0,
  });
}

/** Ends all other sessions. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (password: string) =>
      call<Data<SessionInfo>>('POST', 'person/password', { body: { password }, renewsSession: true }),
    onSuccess: invalidate(SESSIONS),
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
    queryFn: ({ signal }) => fetchData<readonly SessionEntry[]>('GET', 'sessions', { signal }),
  });
}

/** Ends one session; without an ID, all but the current one. */
export function useEndSessions() {
  return useMutation({
    mutationFn: (id?: string) => call<void>('DELETE', id ? `sessions/${id}` : 'sessions'),
    onSettled: invalidate(SESSIONS),
  });
}
