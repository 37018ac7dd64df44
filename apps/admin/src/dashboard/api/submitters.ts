import type { SubmitterErasure } from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '../../ui/download';
import { fetchData, request } from './requests/client';

const erase = (body: object) => fetchData<SubmitterErasure>('POST', 'submitters/erase', { body });

/** Counts what is stored about an email address. */
export function useSubmitterCounts() {
  return useMutation({ mutationFn: (email: string) => erase({ email, dry_run: true }), gcTime: 0 });
}

interface EraseInput {
  readonly email: string;
  readonly deleteItems: boolean;
}

/** Repeats the request until everything is erased. Returns the number of items. */
export function useEraseSubmitter() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, deleteItems }: EraseInput) => {
      for (let items = 0; ;) {
        const erased = await erase({ email, delete_items: deleteItems });
        items += erased.items;
        if (erased.complete) return items;
      }
    },
    onSettled: () => queryClient.invalidateQueries(),
    gcTime: 0,
  });
}

/** Downloads everything about an email address. A POST request, because URLs are logged. */
export function useExportSubmitter() {
  return useMutation({
    mutationFn: async (email: string) => {
      const response = await request('POST', 'submitters/export', { body: { email } });
      const [, name = 'submitter.json'] =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      saveFile(await response.blob(), name);
    },
    gcTime: 0,
  });
}
