import type {
  ConfirmedEmail,
  ConfirmEmailBody,
  Data,
  NewPasswordBody,
  PasswordResetBody,
  PasswordResetRequested,
  PersonSettings,
} from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client';

const PERSON = ['person'] as const;

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: async (body: PasswordResetBody) =>
      (await call<Data<PasswordResetRequested>>('POST', 'password-reset', { body })).data,
  });
}

/** Ends all sessions of the person. */
export function useSetPassword() {
  return useMutation({
    mutationFn: async (body: NewPasswordBody) =>
      (await call<Data<ConfirmedEmail>>('POST', 'password-reset/confirm', { body })).data,
    gcTime: 0,
  });
}

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: ConfirmEmailBody) =>
      (await call<Data<ConfirmedEmail>>('POST', 'confirm-email', { body })).data,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: PERSON });
      await queryClient.invalidateQueries({ queryKey: ['session'] });
    },
    gcTime: 0,
  });
}

/** Sends the link to the pending email address again. Earlier links no longer work. */
export function useSendPendingEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call<Data<PersonSettings>>('POST', 'person/pending-email/send', { body: {} })).data,
    onSuccess: (saved) => queryClient.setQueryData(PERSON, saved),
  });
}

export function useCancelPendingEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<void>('DELETE', 'person/pending-email'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PERSON }),
  });
}
