import type { FormChange, FormSettings } from '@libs/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { store } from './requests/after-change';
import { fetchData } from './requests/client';

const FORM = ['form'] as const;

export function useFormSettings() {
  return useQuery({
    queryKey: FORM,
    queryFn: ({ signal }) => fetchData<FormSettings>('GET', 'form', { signal }),
  });
}

export function useChangeForm() {
  return useMutation({
    mutationFn: (body: FormChange) => fetchData<FormSettings>('PATCH', 'form', { body }),
    // The session and the account contain the slug, too.
    onSuccess: store(FORM, ['session'], ['account']),
  });
}
