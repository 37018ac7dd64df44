import type { IdentitySettings, IdentityTest, IssuedIdentityKey, NewIdentityKeyBody } from '@libs/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { invalidate, refresh } from './requests/after-change';
import { call, fetchData } from './requests/client';

const IDENTITY = ['identity'] as const;
/** The keys, and the session, which says whether there are some. */
const IDENTITY_DATA = [IDENTITY, ['session']] as const;

export const useIdentity = () =>
  useQuery({
    queryKey: IDENTITY,
    queryFn: ({ signal }) => fetchData<IdentitySettings>('GET', 'identity', { signal }),
  });

/** A secret is in the response only. It is never cached, because the cache outlives the dialog that shows it. */
export const useAddIdentityKey = () =>
  useMutation({
    mutationFn: (body: NewIdentityKeyBody) => fetchData<IssuedIdentityKey>('POST', 'identity/keys', { body }),
    onSuccess: refresh(...IDENTITY_DATA),
    gcTime: 0,
  });

export const useRemoveIdentityKey = () =>
  useMutation({
    mutationFn: (id: string) => call('DELETE', `identity/keys/${id}`),
    onSettled: invalidate(...IDENTITY_DATA),
  });

export const useTestToken = () =>
  useMutation({
    mutationFn: (token: string) => fetchData<IdentityTest>('POST', 'identity/test', { body: { token } }),
    gcTime: 0,
  });
