import type { DragStart, DragUpdate, DropResult, ResponderProvided } from '@hello-pangea/dnd';
import type { Item, Status } from '@libs/contract';
import { isStatus } from '@libs/feedback';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';
import type { CountParams } from '../../api/items/item-counts';
import type { ListParams } from '../../api/items/item-lists';
import { cachedItem, isListed } from '../../api/items/item-cache';
import { t } from '../../../messages';
import { announce } from '../../items/announcer';
import { searchTerms } from '@libs/feedback';
import type { Targets } from '../../items/dialogs/item-dialogs';
import type { ItemEdit } from '../../items/mutations/item-edits';
import { useHiddenItems } from '../../items/mutations/item-mutations';
import { currentParams, readFilter, withParams, type ItemFilter } from '../../items/filters/item-filter';
import { useCountParams } from '../../items/filters/use-count-params';
import { useItemActions } from '../../items/mutations/use-item-actions';
import { useShownItem } from '../../items/use-shown-item';
import { useStableHandlers } from '../../../ui/use-stable-handlers';
import { adjacentCard, BOARD_SORTS, readBoardSort, type BoardSort, type Columns } from './columns';

const texts = t.board;
export const columnParams = (filter: CountParams, status: Status, sort: BoardSort): ListParams => ({
  ...filter,
  status,
  sort,
});

/** State of the board: filter, open card, focus, and drag and drop. */
export function useBoard() {
  const queryClient = useQueryClient();
  const actions = useItemActions();
  const hidden = useHiddenItems();
  const [params, setParams] = useSearchParams();
  const open = params.get('item') || null;
  const filter = useMemo(() => readFilter(params), [params]);
  const sort = readBoardSort(params);
  const { q } = filter;
  const columnFilter = useCountParams(filter);
  /** IDs of the cards that show description and submitter. */
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(open);
  const [isDragging, setDragging] = useState(false);
  const [focusRequests, setFocusRequests] = useState(open === null ? 0 : 1);
  const panel = useRef<HTMLDivElement>(null);
  /** The card IDs that each column rendered last. */
  const columns = useRef<Columns>({});
  /** Shows a card that its column has not rendered; set by each column. */
  const reveals = useRef(new Map<Status, (id: string) => boolean>());
  /** The card to focus when it is rendered, and whether it has moved to another column. */
  const cardToFocus = useRef<{ readonly id: string; readonly isMoved: boolean } | null>(null);

  const titleOf = (id: string) => cachedItem(queryClient, id)?.title ?? '';
  const focusCard = (id: string | null) => {
    if (id === null) return;
    const card = document.getElementById(cardId(id));
    if (card) return card.focus();
    cardToFocus.current = { id, isMoved: false };
    // A card that appears later, such as after a search, must not take the focus.
    if (![...reveals.current.values()].some((reveal) => reveal(id))) cardToFocus.current = null;
  };

  function move(item: Item, status: Status): void {
    void actions.change(item, { status }, () =>
      isListed(queryClient, columnParams(columnFilter, status, sort), item.id)
        ? t.items.moved(item.title, t.ui.statuses[status])
        : texts.below(item.title, t.ui.statuses[status]),
    );
  }

  function moveCard(item: Item, status: Status): void {
    if (item.status === status) return;
    cardToFocus.current = { id: item.id, isMoved: true };
    announce(texts.dropped(item.title, t.ui.statuses[status]));
    move(item, status);
  }

  const [shown, setOpening] = useShownItem(open);

  function openItem(id: string): void {
    setCurrent(id);
    setFocusRequests((requests) => requests + 1);
    if (id === shown) return;
    setOpening(id);
    setParams(withItemParam(currentParams(), id), { replace: shown !== null });
  }

  function close(): void {
    setOpening(null);
    setParams(withItemParam(currentParams(), null));
    focusCard(open);
  }

  /** The item that shortcuts apply to: the open one, or else the focused card. */
  const targetItems = (): readonly Item[] => {
    const id = shown ?? current;
    const item = id === null || hidden.has(id) ? undefined : cachedItem(queryClient, id);
    return item ? [item] : [];
  };

  const toggleDetails = (id: string) => setExpanded((before) => toggleId(before, id));
  const focusAdjacent = (from: string, key: string) => focusCard(adjacentCard(columns.current, from, key));
  const cardActions = useStableHandlers({
    ...{ openItem, close, focusAdjacent, setCurrent, toggleDetails, moveCard },
    isDragging: () => isDragging,
  });

  return {
    filter,
    setFilter(change: Partial<ItemFilter>, options?: NavigateOptions): void {
      setOpening(null);
      setParams(withParams(currentParams(), change as Record<string, string | null>), options);
    },
    sort,
    setSort: (next: BoardSort) =>
      setParams(withParams(currentParams(), { sort: next === BOARD_SORTS[0] ? null : next })),
    /** The request parameters that all columns share. */
    columnFilter,
    terms: useMemo(() => searchTerms(q), [q]),
    expanded,
    toggleDetails,
    open,
    openCard: shown,
    cardActions,
    current,
    isDragging,
    focusRequests,
    panel,
    cardToFocus,
    openItem,
    close,
    setCurrent,
    moveCard,
    /** Called by each column with the IDs it renders. */
    setColumn: useCallback((status: Status, ids: readonly string[]) => {
      columns.current = { ...columns.current, [status]: ids };
    }, []),
    /** @param reveal scrolls to a card of the column; returns false if it isn't there */
    setReveal: useCallback((status: Status, reveal: (id: string) => boolean) => {
      reveals.current.set(status, reveal);
    }, []),
    targetItems,
    targets(): Targets {
      const items = targetItems();
      const edit = (change: ItemEdit) => actions.edit(items, change);
      const remove = actions.removal(items);
      return {
        items,
        count: items.length,
        edit,
        /** The card disappears, so the one below it, or else above it, becomes the current one. */
        merge(change) {
          const [{ id }] = items as [Item];
          const cards = ['ArrowDown', 'ArrowUp'].map((key) => adjacentCard(columns.current, id, key));
          void edit(change);
          if (open === null) focusCard(cards[0] ?? cards[1] ?? null);
        },
        remove() {
          remove();
          if (items.some(({ id }) => id === open)) setParams(withItemParam(currentParams(), null));
        },
      };
    },
    onDragStart({ draggableId: id, source }: DragStart, { announce: say }: ResponderProvided): void {
      setDragging(true);
      say(texts.lifted(titleOf(id), t.ui.statuses[source.droppableId as Status]));
    },
    onDragUpdate({ draggableId: id, destination }: DragUpdate, { announce: say }: ResponderProvided): void {
      const status = destination?.droppableId as Status | undefined;
      say(status ? texts.over(titleOf(id), t.ui.statuses[status]) : texts.outside(titleOf(id)));
    },
    onDragEnd(
      { draggableId: id, source, destination }: DropResult,
      { announce: say }: ResponderProvided,
    ): void {
      setDragging(false);
      const item = cachedItem(queryClient, id);
      const status = destination?.droppableId;
      // Cards cannot be reordered within a column: it is sorted.
      if (!item || !isStatus(status) || status === source.droppableId) return say(texts.stayed(titleOf(id)));
      say(texts.dropped(item.title, t.ui.statuses[status]));
      cardToFocus.current = { id, isMoved: true };
      move(item, status);
    },
  };
}
export type Board = ReturnType<typeof useBoard>;

function toggleId(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  return next;
}

export const cardId = (id: string): string => `card-${id}`;

const withItemParam = (before: URLSearchParams, item: string | null) => withParams(before, { item });
