import type { Item, ItemCounts, Status } from '@libs/contract';
import { STATUSES } from '@libs/feedback';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { cachedItem, useItems, useNews } from '../../api/items/item-queries';
import { useQueryClient } from '@tanstack/react-query';
import { removeFound, setStatusOfFound } from '../../items/mutations/matching-batch';
import { patternOf } from '../../items/filters/search-matches';
import { useHidden, useShownCounts } from '../../items/mutations/item-mutations';
import { paramsOf } from '../../items/filters/item-filter';
import { useItemActions } from '../../items/mutations/use-item-actions';
import { readState, writeState, type InboxState } from './inbox-state';
import { placeIn, rememberPlace } from './list-positions';
import { cursorAfter, extended, moved, NOTHING, present, targets, toggled } from './selection';

const NOBODY: readonly string[] = [];

/** The inbox: what the address bar asks for, the rows there are, the cursor and the marks on them. */
export function useInbox() {
  const client = useQueryClient();
  const actions = useItemActions();
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params), [params]);
  const { item: open } = state;
  const { counted, listParams } = useListParams(state);
  const list = useItems(listParams);
  useNews();
  const counts = useShownCounts(counted);
  /** How many the list would have, read to its end. */
  const total = counts && (state.status ? counts[state.status] : sumOf(counts));
  const hidden = useHidden();
  const rows = useMemo(() => list.rows.filter(({ id }) => !hidden.has(id)), [list.rows, hidden]);
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);

  const [known, setKnown] = useState(NOBODY);
  const [cursor, setCursor] = useState(() => open ?? placeIn(listParams).cursor);
  useEffect(() => rememberPlace(listParams, { cursor }), [listParams, cursor]);
  const [selection, setMarked] = useState(NOTHING);
  /** Everything that is found, on the screen or not. */
  const [allFoundIn, setAllFoundIn] = useState<typeof listParams | null>(null);
  // Of this list only: the browser's Back leads to another one.
  const isAllFound = allFoundIn === listParams;
  const setSelection = (next: typeof NOTHING) => (setAllFoundIn(null), setMarked(next));
  /** The row that a cursor begins with: the list knows how far it is scrolled. */
  const firstInSight = useRef<() => string | null>(() => null);
  /** Grows with every wish to have the focus in the panel. */
  const [focusTurn, setFocusTurn] = useState(0);
  if (known !== order) {
    setKnown(order);
    if (!list.isPlaceholderData && order.length) {
      // An open item that has left the list stays open; the cursor goes on without it.
      setCursor(cursorAfter(known, order, cursor));
      setMarked(present(selection, order));
    }
  }

  const update = (change: Partial<InboxState>, replace = false) =>
    setParams((before) => writeState(before, change), { replace });
  const openItem = (id: string, withFocus = false) => {
    setCursor(id);
    if (withFocus) setFocusTurn((turn) => turn + 1);
    if (id !== open) update({ item: id }, open !== null);
  };
  const step = (by: number) => {
    // Where the open item has left the list, the cursor stands on the one that took its place.
    const isAhead = open !== null && open !== cursor && by > 0;
    const next = isAhead ? cursor : cursor === null ? firstInSight.current() : moved(order, cursor, by);
    if (next === null) return;
    if (open !== null) openItem(next);
    else setCursor(next);
  };
  /** What a mark is put on or taken from: while everything is marked, the rows that are there. */
  const marked = isAllFound ? { ids: new Set(order), anchor: cursor } : selection;
  const found = { params: listParams, total: total ?? order.length };
  const commanded = (): readonly Item[] => {
    const ids = targets(selection, open, cursor).filter((id) => !hidden.has(id));
    return ids.map((id) => cachedItem(client, id)).filter((item) => item !== undefined);
  };

  return {
    state,
    listParams,
    pattern: useMemo(() => patternOf(state.q), [state.q]),
    counts,
    total,
    list,
    /** All that has been read waits to be deleted, and more: what comes next would be hidden likewise. */
    isEmptied: rows.length === 0 && hidden.size > list.rows.length,
    rows,
    order,
    cursor,
    selected: isAllFound ? found.total : selection.ids.size,
    isSelected: (id: string) => isAllFound || selection.ids.has(id),
    isAllFound,
    firstInSight,
    focusTurn,
    update,
    openItem,
    step,
    setCursor,
    close: () => update({ item: null }),
    filter: (change: Partial<InboxState>, replace?: boolean) => {
      setSelection(NOTHING);
      update(change, replace);
    },
    toggle: (id: string) => (setCursor(id), setSelection(toggled(marked, id))),
    extend: (to: string) => (setCursor(to), setSelection(extended(marked, order, cursor, to))),
    extendBy(by: number) {
      const to = moved(order, cursor, by);
      if (to !== null) this.extend(to);
    },
    selectAll() {
      setMarked({ ids: new Set(order), anchor: cursor });
      setAllFoundIn(found.total > order.length ? listParams : null);
    },
    clear: () => setSelection(NOTHING),
    setStatus(to: Status) {
      if (!isAllFound) return void actions.setStatus(commanded(), to);
      setSelection(NOTHING);
      void setStatusOfFound(client, found, to);
    },
    remove() {
      if (isAllFound) {
        setSelection(NOTHING);
        update({ item: null });
        return void removeFound(client, found);
      }
      const items = commanded();
      actions.remove(items);
      setSelection(NOTHING);
      if (items.some(({ id }) => id === open)) update({ item: null });
    },
  };
}

const sumOf = (counts: ItemCounts) => STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** Equal as long as the address asks for the same list. */
function useListParams({ status, sort, q, source, from, to, sender, import: importId }: InboxState) {
  const counted = useMemo(
    () => paramsOf({ q, source, from, to, sender, import: importId }),
    [q, source, from, to, sender, importId],
  );
  const listParams = useMemo(
    () => ({ ...(status && { status }), ...counted, sort }),
    [status, counted, sort],
  );
  return { counted, listParams };
}

export type Inbox = ReturnType<typeof useInbox>;
