import type {
  AccountSettings,
  ConfirmedEmail,
  ConfirmEmailBody,
  Data,
  NewPasswordBody,
  PasswordResetBody,
  PasswordResetRequested,
} from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client';

const ACCOUNT = ['account'] as const;

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: async (body: PasswordResetBody) =>
      (await call<Data<PasswordResetRequested>>('POST', 'password-reset', { body })).data,
  });
}

/** Ends all sessions of the owner. */
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
      await queryClient.invalidateQueries({ queryKey: ACCOUNT });
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
      (await call<Data<AccountSettings>>('POST', 'account/pending-email/send', { body: {} })).data,
    onSuccess: (saved) => queryClient.setQueryData(ACCOUNT, saved),
  });
}

export function useCancelPendingEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<void>('DELETE', 'account/pending-email'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ACCOUNT }),
  });
}
