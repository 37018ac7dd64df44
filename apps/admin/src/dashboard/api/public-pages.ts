import type { PublicPages, PublicPagesChange, UnmovedCard } from '@libs/contract';
import { useQuery } from '@tanstack/react-query';
import { store } from './requests/after-change';
import { fetchData } from './requests/client';
import { useInstantMutation } from './requests/instant-mutation';
import { useMayDo } from './team/role';

const PUBLIC_PAGES = ['public-pages'] as const;

/** The settings of public pages; never loaded for members who may not read them. */
export function usePublicPages() {
  return useQuery({
    queryKey: PUBLIC_PAGES,
    queryFn: ({ signal }) => fetchData<PublicPages>('GET', 'public-pages', { signal }),
    enabled: useMayDo('form.manage'),
  });
}

/** Planned and building cards that have not moved for 60 days. */
export function useUnmovedCards() {
  return useQuery({
    queryKey: [...PUBLIC_PAGES, 'unmoved'],
    queryFn: ({ signal }) => fetchData<readonly UnmovedCard[]>('GET', 'public-pages/unmoved', { signal }),
  });
}

export function useChangePublicPages() {
  return useInstantMutation({
    mutationFn: (body: PublicPagesChange) => fetchData<PublicPages>('PATCH', 'public-pages', { body }),
    onSuccess: store(PUBLIC_PAGES),
    scope: { id: 'public-pages' },
  });
}
