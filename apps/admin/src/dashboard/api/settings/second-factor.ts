import type { Data, RecoveryCodes, SecondFactorSetup, SecondFactorState } from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../client';

const SECOND_FACTOR = ['second-factor'] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: async ({ signal }) =>
      (await call<Data<SecondFactorState>>('GET', 'second-factor', { signal })).data,
  });
}

/** Makes a secret, which has no effect until a code confirms it. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: async () => (await call<Data<SecondFactorSetup>>('POST', 'second-factor')).data,
    gcTime: 0,
  });
}

/** Turns the second factor on. Returns the recovery codes. */
export const useConfirmSecondFactor = () => useRecoveryCodes('second-factor/confirm');

/** Replaces the recovery codes. */
export const useRenewRecoveryCodes = () => useRecoveryCodes('second-factor/recovery-codes');

function useRecoveryCodes(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) =>
      (await call<Data<RecoveryCodes>>('POST', path, { body: { code } })).data.recovery_codes,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SECOND_FACTOR }),
    gcTime: 0,
  });
}

export function useTurnOffSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly password: string; readonly code: string }) =>
      call<void>('POST', 'second-factor/turn-off', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SECOND_FACTOR }),
    gcTime: 0,
  });
}
