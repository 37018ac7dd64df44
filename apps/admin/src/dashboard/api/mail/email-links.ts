import type {
  ConfirmedEmail,
  ConfirmEmailBody,
  NewPasswordBody,
  PasswordResetBody,
  PasswordResetRequested,
  PersonSettings,
} from '@libs/contract';
import { useMutation } from '@tanstack/react-query';
import { invalidate, store } from '../requests/after-change';
import { call, fetchData } from '../requests/client';

const PERSON = ['person'] as const;

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: PasswordResetBody) =>
      fetchData<PasswordResetRequested>('POST', 'password-reset', { body }),
  });
}

/** Ends all sessions of the person. */
export function useSetPassword() {
  return useMutation({
    mutationFn: (body: NewPasswordBody) =>
      fetchData<ConfirmedEmail>('POST', 'password-reset/confirm', { body }),
    gcTime: 0,
  });
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (body: ConfirmEmailBody) => fetchData<ConfirmedEmail>('POST', 'confirm-email', { body }),
    onSuccess: invalidate(PERSON, ['session']),
    gcTime: 0,
  });
}

/** Sends the link to the pending email address again. Earlier links no longer work. */
export function useSendPendingEmail() {
  return useMutation({
    mutationFn: () => fetchData<PersonSettings>('POST', 'person/pending-email/send', { body: {} }),
    onSuccess: store(PERSON),
  });
}

export function useCancelPendingEmail() {
  return useMutation({
    mutationFn: () => call<void>('DELETE', 'person/pending-email'),
    onSettled: invalidate(PERSON),
  });
}
