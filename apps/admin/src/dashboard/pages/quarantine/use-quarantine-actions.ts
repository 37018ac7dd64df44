import type { QuarantinedItem } from '@libs/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import { refreshFigures, showItem } from '../../api/items/item-queries';
import { dropQuarantined, release } from '../../api/quarantine';
import { t } from '../../../messages';
import { notify } from '../../items/notices';
import { removeAll } from '../../items/mutations/removals';
import { errorMessage } from '../../../ui/error-messages';

const words = t.quarantine;

export function useQuarantineActions(entry: QuarantinedItem, onOpen: (id: string) => void) {
  const client = useQueryClient();
  const { id, title } = entry;
  const releasing = useMutation({
    mutationFn: () => release(id),
    onSuccess(item) {
      dropQuarantined(client, id);
      showItem(client, item, true);
      refreshFigures(client);
      notify({ text: words.released(title), action: { label: words.open, run: () => onOpen(item.id) } });
      focusHeading();
    },
    onError(error) {
      // Released or deleted in another window: there is nothing left to decide here.
      if (error instanceof ApiError && error.status === 404) dropQuarantined(client, id);
      const action = { label: t.items.retry, run: () => releasing.mutate() };
      notify({
        title: words.releaseFailed(title),
        text: errorMessage(error),
        isBad: true,
        stay: false,
        action,
      });
    },
  });
  function remove(): void {
    removeAll(client, [{ id, path: `quarantine/${id}`, title }]);
    focusHeading();
  }
  return { release: () => releasing.mutate(), remove, isReleasing: releasing.isPending };
}

/** The button that was pressed is gone with its entry: whoever uses keys goes on at the top of the page. */
const focusHeading = () => document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
