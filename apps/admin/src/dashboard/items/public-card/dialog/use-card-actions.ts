import type { Item } from '@libs/contract';
import type { CardTexts } from '@libs/feedback';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../../messages';
import { ApiError } from '../../../api/requests/client';
import { dropItem, refreshCountsAndFirstPages } from '../../../api/items/item-cache';
import { notify } from '../../notices';
import { discardCardDraft } from './card-drafts';
import { offerCardUndo, storeCard } from '../store-card';
import { CardConflict } from '../write-card';

const { removed, edited, published } = t.publishing;

function doneText(before: Item, saved: Item): string {
  if (!saved.public) return removed(before.public?.title ?? before.title);
  return before.public ? edited(saved.public.title) : published(saved.public.title);
}

/** Saves and ends the card of an item. @param initial the item as it was when editing began */
export function useCardActions(initial: Item, onClose: () => void, showErrors: (error: unknown) => void) {
  const queryClient = useQueryClient();
  /** After a conflict, the next attempt replaces what was shown. */
  const [base, setBase] = useState(initial);
  const mutation = useMutation({
    mutationFn: (texts: CardTexts | null) => storeCard(queryClient, base, texts),
    onSuccess(saved) {
      discardCardDraft(base.id);
      if (saved.version !== base.version)
        offerCardUndo(queryClient, doneText(base, saved), [{ before: base, saved }]);
      onClose();
    },
    onError(error) {
      if (error instanceof CardConflict) return setBase(error.current);
      if (!(error instanceof ApiError) || error.status !== 404) return showErrors(error);
      dropItem(queryClient, base.id);
      refreshCountsAndFirstPages(queryClient);
      notify({ text: t.items.deleted(base.title), isError: true, timeout: 10_000 });
      onClose();
    },
  });
  const isRemoval = mutation.variables === null;
  return {
    base,
    save: (texts: CardTexts) => mutation.mutate(texts),
    remove: () => mutation.mutate(null),
    isSaving: mutation.isPending && !isRemoval,
    isRemoving: mutation.isPending && isRemoval,
    error: mutation.error,
    isRemovalError: mutation.error !== null && isRemoval,
  };
}
