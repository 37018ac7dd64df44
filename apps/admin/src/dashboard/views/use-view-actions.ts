import type { View } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useCreateView, useRemoveView, useSortViews, useUpdateView } from '../api/views';
import { currentParams } from '../items/filters/item-filter';
import { offerUndo } from '../items/mutations/undo';
import { notify } from '../items/notices';
import { t } from '../../messages';
import { errorMessage } from '../../ui/error-messages';
import { VIEW_PARAM } from './use-open-view';
import { moved } from './view-url';

const texts = t.views;

const notifyFailure = (error: unknown): void =>
  void notify({ title: texts.notSaved, text: errorMessage(error), isError: true });

/**
 * Changes of views that need no dialog. They report errors as notices. With `mutateAsync`, because a second
 * `mutate` drops the callbacks of the first.
 * @param views all own views, or all shared ones
 */
export function useViewActions(views: readonly View[]) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [create, update, remove, sort] = [useCreateView(), useUpdateView(), useRemoveView(), useSortViews()];

  /** The restored view has a new ID. */
  async function restore(view: View, position: number): Promise<void> {
    const { name, parameters, shared } = view;
    const { id } = await create.mutateAsync({ name, parameters, position, shared });
    const params = currentParams();
    if (params.get(VIEW_PARAM) === view.id) {
      params.set(VIEW_PARAM, id);
      void navigate({ pathname: '/inbox', search: params.toString() }, { replace: true });
    }
    notify({ text: texts.restored(name) });
  }

  return {
    /** @param by the number of places, negative to move up */
    move: (view: View, by: number) => void sort.mutateAsync(moved(views, view, by)).catch(notifyFailure),
    remove: (view: View) => {
      const position = views.indexOf(view);
      const undo = () => void restore(view, position).catch(notifyFailure);
      const offer = () => offerUndo(queryClient, { text: texts.removed(view.name), undo });
      remove.mutateAsync(view.id).then(offer, notifyFailure);
    },
    /** Shares a view with all members, or ends it, and offers to restore it. */
    share: (view: View) => {
      const set = (shared: boolean) => update.mutateAsync({ id: view.id, shared });
      const text = view.shared ? texts.unshared(view.name) : texts.shared(view.name);
      // It comes back at the end, and then moves to its place.
      const restorePlace = () => sort.mutateAsync(views);
      const undo = () => void set(view.shared).then(restorePlace).catch(notifyFailure);
      set(!view.shared).then(() => offerUndo(queryClient, { text, undo }), notifyFailure);
    },
    /** Replaces the filters of a view, and offers to restore them. */
    replace: (view: View, parameters: View['parameters']) => {
      const set = (to: View['parameters']) => update.mutateAsync({ id: view.id, parameters: to });
      const undo = () => void set(view.parameters).catch(notifyFailure);
      const offer = () => offerUndo(queryClient, { text: texts.updated(view.name), undo });
      set(parameters).then(offer, notifyFailure);
    },
  };
}
