import type { Item, Status } from '@libs/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';
import { countOf } from '../../api/items/item-counts';
import { cachedItem } from '../../api/items/item-cache';
import { prefetchItems, useItems, useRefreshOnNewItems } from '../../api/items/item-queries';
import { useQueryClient } from '@tanstack/react-query';
import type { Targets } from '../../items/dialogs/item-dialogs';
import { statusEdit, type ItemEdit } from '../../items/mutations/item-edits';
import { editMatching, removeMatching } from '../../items/mutations/edit-matching';
import { searchTerms } from '@libs/feedback';
import {
  useExactVisibleCounts,
  useHiddenItems,
  useVisible,
  useVisibleCounts,
} from '../../items/mutations/item-mutations';
import { currentParams } from '../../items/filters/item-filter';
import { useCountParams } from '../../items/filters/use-count-params';
import { useItemActions } from '../../items/mutations/use-item-actions';
import { useShownItem } from '../../items/use-shown-item';
import { readInboxState, writeInboxState, type InboxState } from './inbox-state';
import { listPosition, saveListPosition } from './list-positions';
import {
  nextCursor,
  extendSelection,
  moveCursor,
  NO_SELECTION,
  keepShown,
  targetIds,
  toggleSelected,
} from './selection';

const NO_IDS: readonly string[] = [];

/** State of the inbox: URL state, rows, cursor, and selection. */
export function useInbox() {
  const queryClient = useQueryClient();
  const actions = useItemActions();
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readInboxState(params), [params]);
  const { item: open } = state;
  const listed = useListed(state);
  const { filterParams, listParams } = useListParams(state);
  const { list, rows: loadedRows, freshCount, showFresh } = useItems(listParams);
  useRefreshOnNewItems();
  const counts = useVisibleCounts(filterParams);
  const hidden = useHiddenItems();
  const rows = useVisible(loadedRows);
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);

  const [knownOrder, setKnownOrder] = useState(NO_IDS);
  const [cursor, setCursor] = useState(() => open ?? listPosition(listParams).cursor);
  useEffect(() => saveListPosition(listParams, { cursor }), [listParams, cursor]);
  const [selection, setSelected] = useState(NO_SELECTION);
  /** The list in which all matching items are selected, loaded or not. */
  const [allSelectedIn, setAllSelectedIn] = useState<typeof listParams | null>(null);
  // For this list only: Back can lead to another one.
  const selectsAll = allSelectedIn === listParams;
  const counted = counts && countOf(counts, state.status);
  const exact = useExactVisibleCounts(filterParams, selectsAll && counted?.isMore === true);
  /** Number of items in the list, loaded or not. Exact if all of them are to be changed. */
  const total = selectsAll && counted?.isMore && exact.counts ? countOf(exact.counts, state.status) : counted;
  // Until the items are counted, only the loaded ones are selected.
  const isAllSelected = selectsAll && total?.isMore === false;
  const setSelection = (next: typeof NO_SELECTION) => (setAllSelectedIn(null), setSelected(next));
  /** Returns the row at which the cursor starts; set by the list, which knows its scroll position. */
  const firstVisible = useRef<() => string | null>(() => null);
  /** Incremented to move the focus to the panel. */
  const [focusRequests, setFocusRequests] = useState(0);
  if (knownOrder !== order && !list.isPlaceholderData && order.length) {
    setKnownOrder(order);
    // An open item that has left the list stays open; only the cursor moves.
    setCursor(nextCursor(knownOrder, order, cursor));
    setSelected(keepShown(selection, order));
  }

  const [shown, setOpening] = useShownItem(open);
  const [knownOpen, setKnownOpen] = useState(open);
  if (knownOpen !== open) {
    setKnownOpen(open);
    // Also after a link or Back, the cursor is on the open item.
    if (open !== null && order.includes(open)) setCursor(open);
  }

  const update = (change: Partial<InboxState>, options?: NavigateOptions) => {
    setOpening(change.item ?? null);
    setParams(writeInboxState(currentParams(), change), options);
  };
  const openItem = (id: string, withFocus = false) => {
    setCursor(id);
    if (withFocus) setFocusRequests((requests) => requests + 1);
    if (id !== shown) update({ item: id }, { replace: shown !== null });
  };
  const moveBy = (distance: number) => {
    // If the open item has left the list, the cursor is already on the item that took its place.
    const isCursorNext = shown !== null && shown !== cursor && distance > 0;
    const next = isCursorNext
      ? cursor
      : cursor === null
        ? firstVisible.current()
        : moveCursor(order, cursor, distance);
    if (next === null) return;
    if (shown !== null) openItem(next);
    else setCursor(next);
  };
  /** The selection to change; if all matching items are selected, the loaded rows. */
  const currentSelection = isAllSelected ? { ids: new Set(order), anchor: cursor } : selection;
  const matching = { params: listParams, total: total?.count ?? order.length };
  const targetItems = (): readonly Item[] => {
    const ids = targetIds(selection, shown, cursor).filter((id) => !hidden.has(id));
    return ids.map((id) => cachedItem(queryClient, id)).filter((item) => item !== undefined);
  };
  /** Takes the items that shortcuts apply to; if all matching items are selected, with the loaded ones. */
  const targets = (): Targets => {
    const list = isAllSelected ? listParams : null;
    const items = list ? rows : targetItems();
    const edit = (change: ItemEdit) =>
      list ? editMatching(queryClient, matching, change) : actions.edit(items, change);
    const remove = list ? () => void removeMatching(queryClient, matching) : actions.removal(items);
    return {
      items,
      count: list ? matching.total : items.length,
      list,
      edit,
      /** The items leave the list, and their selection with them. */
      merge(change) {
        void edit(change);
        setSelection(NO_SELECTION);
      },
      remove() {
        setSelection(NO_SELECTION);
        if (list || items.some(({ id }) => id === open)) update({ item: null });
        remove();
      },
    };
  };

  return {
    state,
    /** The state without the open item: the same object while the list is the same. */
    listed,
    listParams,
    terms: useMemo(() => searchTerms(state.q), [state.q]),
    counts,
    total,
    list,
    freshCount,
    showFresh,
    /** True if all loaded rows and further ones are hidden for deletion; then the next page would be hidden, too. */
    isEmptied: rows.length === 0 && hidden.size > loadedRows.length,
    rows,
    order,
    cursor,
    openRow: shown,
    selected: isAllSelected ? matching.total : selection.ids.size,
    isSelected: (id: string) => isAllSelected || selection.ids.has(id),
    isAllSelected,
    /** The count of all items before they are selected. */
    counting: { isLoading: exact.isLoading, hasFailed: exact.isError },
    firstVisible,
    focusRequests,
    update,
    openItem,
    moveBy,
    setCursor,
    close: () => update({ item: null }),
    filter: (change: Partial<InboxState>, options?: NavigateOptions) => {
      setSelection(NO_SELECTION);
      update(change, options);
    },
    prepareSearch: (q: string) => prefetchItems(queryClient, { ...listParams, q }),
    toggle: (id: string) => (setCursor(id), setSelection(toggleSelected(currentSelection, id))),
    extend: (to: string) => (
      setCursor(to),
      setSelection(extendSelection(currentSelection, order, cursor, to))
    ),
    extendBy(distance: number) {
      const to = moveCursor(order, cursor, distance);
      if (to !== null) this.extend(to);
    },
    selectAll() {
      setSelected({ ids: new Set(order), anchor: cursor });
      // The rows are still those of another list while this one loads.
      setAllSelectedIn(list.hasNextPage || list.isPlaceholderData ? listParams : null);
      if (exact.isError) void exact.refetch();
    },
    clear: () => setSelection(NO_SELECTION),
    setStatus(to: Status) {
      if (!isAllSelected) return void actions.setStatus(targetItems(), to);
      setSelection(NO_SELECTION);
      void editMatching(queryClient, matching, statusEdit(to));
    },
    targets,
  };
}

function useListed(state: InboxState): InboxState {
  const text = JSON.stringify({ ...state, item: null, note: null });
  return useMemo(() => JSON.parse(text) as InboxState, [text]);
}

/** Returns the same objects while the URL selects the same list. */
function useListParams(state: InboxState) {
  const { status, sort } = state;
  const filterParams = useCountParams(state);
  const listParams = useMemo(
    () => ({ ...(status && { status }), ...filterParams, sort }),
    [status, filterParams, sort],
  );
  return { filterParams, listParams };
}

export type Inbox = ReturnType<typeof useInbox>;
