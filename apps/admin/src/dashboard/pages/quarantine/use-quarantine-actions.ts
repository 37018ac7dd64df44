import type { QuarantinedItem } from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/requests/client';
import { refreshCountsAndFirstPages, showItem } from '../../api/items/item-queries';
import { dropQuarantined, release } from '../../api/quarantine';
import { t } from '../../../messages';
import { notify } from '../../items/notices';
import { removeWithUndo } from '../../items/mutations/removals';
import { errorMessage } from '../../../ui/error-messages';

const texts = t.quarantine;

export function useQuarantineActions(entry: QuarantinedItem, onOpen: (id: string) => void) {
  const queryClient = useQueryClient();
  const { id, title } = entry;
  const releaseMutation = useMutation({
    mutationFn: () => release(id),
    onSuccess(item) {
      dropQuarantined(queryClient, id);
      showItem(queryClient, item, true);
      refreshCountsAndFirstPages(queryClient);
      notify({ text: texts.released(title), action: { label: texts.open, run: () => onOpen(item.id) } });
      focusHeading();
    },
    onError(error) {
      // Already released or deleted in another window.
      if (error instanceof ApiError && error.status === 404) dropQuarantined(queryClient, id);
      const action = { label: t.items.retry, run: () => releaseMutation.mutate() };
      notify({
        title: texts.releaseFailed(title),
        text: errorMessage(error),
        isError: true,
        timeout: false,
        action,
      });
    },
  });
  function remove(): void {
    removeWithUndo(queryClient, [{ id, path: `quarantine/${id}`, title }]);
    focusHeading();
  }
  return { release: () => releaseMutation.mutate(), remove, isReleasing: releaseMutation.isPending };
}

/** Keeps the focus on the page after the entry and its focused button are removed. */
const focusHeading = () => document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
