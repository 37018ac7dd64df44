import type { QuarantinedItem } from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/requests/client';
import { refreshCountsAndFirstPages, showItem } from '../../api/items/item-cache';
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
    onMutate: pageHeading,
    onSuccess(item, _, heading) {
      dropQuarantined(queryClient, id);
      showItem(queryClient, item, true);
      refreshCountsAndFirstPages(queryClient);
      notify({ text: texts.released(title), action: { label: texts.open, run: () => onOpen(item.id) } });
      // Unless the user has moved the focus, or has left the page, which removes its heading.
      if (document.activeElement?.matches('body, :disabled')) heading?.focus();
    },
    onError(error) {
      // Already released or deleted in another window.
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) dropQuarantined(queryClient, id);
      notify({
        title: texts.releaseFailed(title),
        text: errorMessage(error),
        isError: true,
        timeout: false,
        action: isGone ? undefined : { label: t.items.retry, run: () => releaseMutation.mutate() },
      });
    },
  });
  function remove(): void {
    removeWithUndo(queryClient, [{ id, path: `quarantine/${id}`, title }]);
    pageHeading()?.focus();
  }
  return { release: () => releaseMutation.mutate(), remove, isReleasing: releaseMutation.isPending };
}

/** Gets the focus when the entry and its focused button are removed. */
const pageHeading = () => document.querySelector<HTMLElement>('[data-page-heading]');
