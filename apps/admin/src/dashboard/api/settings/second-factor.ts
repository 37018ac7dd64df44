import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@libs/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { invalidate, refresh } from '../requests/after-change';
import { call, fetchData } from '../requests/client';

const SECOND_FACTOR = ['second-factor'] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: ({ signal }) => fetchData<SecondFactorState>('GET', 'second-factor', { signal }),
  });
}

/** Makes a secret, which has no effect until a code confirms it. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: () => fetchData<SecondFactorSetup>('POST', 'second-factor'),
    gcTime: 0,
  });
}

/** Turns the second factor on. Returns the recovery codes. */
export const useConfirmSecondFactor = () => useRecoveryCodes('second-factor/confirm');

/** Replaces the recovery codes. */
export const useRenewRecoveryCodes = () => useRecoveryCodes('second-factor/recovery-codes');

function useRecoveryCodes(path: string) {
  return useMutation({
    mutationFn: async (code: string) =>
      (await fetchData<RecoveryCodes>('POST', path, { body: { code } })).recovery_codes,
    onSuccess: refresh(SECOND_FACTOR),
    gcTime: 0,
  });
}

export function useTurnOffSecondFactor() {
  return useMutation({
    mutationFn: (body: { readonly password: string; readonly code: string }) =>
      call<void>('POST', 'second-factor/turn-off', { body }),
    onSuccess: invalidate(SECOND_FACTOR),
    gcTime: 0,
  });
}
