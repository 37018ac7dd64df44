import type { Data, FormChange, FormSettings } from '@libs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client';

const FORM = ['form'] as const;

export function useFormSettings() {
  return useQuery({
    queryKey: FORM,
    queryFn: async ({ signal }) => (await call<Data<FormSettings>>('GET', 'form', { signal })).data,
  });
}

export function useChangeForm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: FormChange) => (await call<Data<FormSettings>>('PATCH', 'form', { body })).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(FORM, saved);
      // The session and the account contain the slug, too.
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['session'] }),
        queryClient.invalidateQueries({ queryKey: ['account'] }),
      ]);
    },
  });
}
