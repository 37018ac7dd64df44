import type { Item, Status } from '@libs/api-client';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useItems, cachedItem } from '../../api/items';
import { useQueryClient } from '@tanstack/react-query';
import { useHidden } from '../../ui/items/item-desk';
import { useItemActions } from '../../ui/items/use-item-actions';
import { readState, searchFor, writeState, type InboxState } from './inbox-state';
import { cursorAfter, extended, moved, NOTHING, present, targets, toggled } from './selection';

const NOBODY: readonly string[] = [];

/** The inbox: what the address bar asks for, the rows there are, the cursor and the marks on them. */
export function useInbox() {
  const client = useQueryClient();
  const actions = useItemActions();
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(params), [params]);
  const { status, q, sort, item: open, import: importId } = state;
  const listParams = useMemo(
    () => ({ status: status ?? undefined, import: importId ?? undefined, ...searchFor(q), sort }),
    [status, q, sort, importId],
  );
  const list = useItems(listParams);
  const hidden = useHidden();
  const rows = useMemo(() => list.rows.filter(({ id }) => !hidden.has(id)), [list.rows, hidden]);
  const order = useMemo(() => rows.map(({ id }) => id), [rows]);

  const [known, setKnown] = useState(NOBODY);
  const [cursor, setCursor] = useState<string | null>(open);
  const [selection, setSelection] = useState(NOTHING);
  /** Grows with every wish to have the focus in the panel. */
  const [focusTurn, setFocusTurn] = useState(0);
  if (known !== order) {
    setKnown(order);
    if (!list.isPlaceholderData && order.length) {
      // An open item that has left the list stays open; the cursor goes on without it.
      setCursor(cursorAfter(known, order, cursor));
      setSelection(present(selection, order));
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
    const next = isAhead ? cursor : moved(order, cursor, by);
    if (next === null) return;
    if (open !== null) openItem(next);
    else setCursor(next);
  };
  const commanded = (): readonly Item[] => {
    const found = targets(selection, open, cursor).map((id) => cachedItem(client, id));
    return found.filter((item) => item !== undefined);
  };

  return {
    state,
    submitter: listParams.submitter_email ?? null,
    list,
    rows,
    order,
    cursor,
    selection,
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
    toggle: (id: string) => (setCursor(id), setSelection(toggled(selection, id))),
    extend: (to: string) => (setCursor(to), setSelection(extended(selection, order, cursor, to))),
    extendBy(by: number) {
      const to = moved(order, cursor, by);
      if (to !== null) this.extend(to);
    },
    selectAll: () => setSelection({ ids: new Set(order), anchor: cursor }),
    clear: () => setSelection(NOTHING),
    setStatus: (to: Status) => void actions.setStatus(commanded(), to),
    remove() {
      const items = commanded();
      actions.remove(items);
      setSelection(NOTHING);
      if (items.some(({ id }) => id === open)) update({ item: null });
    },
  };
}
export type Inbox = ReturnType<typeof useInbox>;
