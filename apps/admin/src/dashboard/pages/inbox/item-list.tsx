import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import type { ListParams } from '../../api/items/item-lists';
import { useMayDo } from '../../api/team/role';
import { FoundBySearch } from '../../items/duplicates/found-in-merged';
import { TagColors } from '../../items/tags/tag-pills';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { useRowsInSteps } from '../../items/rows/rows-in-steps';
import { rangeWithRow } from '../../items/rows/virtual-range';
import { useStableHandlers } from '../../../ui/use-stable-handlers';
import styles from './inbox.module.css';
import { ItemRow, rowId } from './item-row';
import { moveCursor } from './selection';
import { listPosition, saveListPosition } from './list-positions';
import type { Inbox } from './use-inbox';

/** Row heights in pixels, the same as in the style sheet; needed for rows that are not rendered. */
const ROW_HEIGHT = { wide: 44, narrow: 68 };
/** Height of the page without the list. If it differs, the first frame renders rows twice. */
const OTHER_HEIGHT = { wide: 93, narrow: 245 };
/** Number of rows before the end at which the next page is requested. */
const PREFETCH_ROWS = 25;
const PAGE_KEY_ROWS = 10;

interface Props {
  readonly inbox: Inbox;
  readonly ref: Ref<HTMLDivElement>;
  readonly empty: ReactNode;
}

/** A virtual list: renders the visible rows and a few around them. */
export function ItemList({ inbox, ref, empty }: Props) {
  const { list, rows } = inbox;
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const size = isNarrow ? 'narrow' : 'wide';
  if (list.isPending) {
    return (
      <div className={styles.scroller}>
        <LoadingRows label={t.inbox.loading} rows={12} height={ROW_HEIGHT[size]} isInset />
      </div>
    );
  }
  if (list.isError && !list.data) {
    return <ErrorState title={t.inbox.failed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!rows.length && (!list.hasNextPage || inbox.isEmptied))
    return <div className={styles.scroller}>{list.isPlaceholderData || empty}</div>;
  return (
    <FoundBySearch params={inbox.listParams} isPlaceholderData={list.isPlaceholderData}>
      <TagColors items={rows}>
        <VirtualRows inbox={inbox} ref={ref} height={ROW_HEIGHT[size]} otherHeight={OTHER_HEIGHT[size]} />
      </TagColors>
    </FoundBySearch>
  );
}

interface RowsProps extends Omit<Props, 'empty'> {
  readonly height: number;
  readonly otherHeight: number;
}

function VirtualRows({ inbox, ref, height, otherHeight }: RowsProps) {
  const { list, rows, order, cursor, listParams, freshCount } = inbox;
  const maySelect = useMayDo('items.change');
  const { hasNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = list;
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => scroller.current!, []);
  const cursorIndex = cursor === null ? -1 : order.indexOf(cursor);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 3,
    initialOffset: () => listPosition(listParams).scrollTop,
    // Until the list has been measured: rows are part of its first frame.
    initialRect: { width: 0, height: window.innerHeight - otherHeight },
    getItemKey: (index) => rows[index]!.id,
    // Always render the row under the cursor: aria-activedescendant refers to its ID.
    rangeExtractor: useCallback((range: Range) => rangeWithRow(range, cursorIndex), [cursorIndex]),
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const wasScrolled = useScrollPosition(scroller, listParams, isPlaceholderData);
  useEffect(() => {
    if (cursorIndex >= 0 && !wasScrolled.current) virtual.scrollToIndex(cursorIndex, { align: 'auto' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the cursor, not the rows around it
  }, [cursor]);
  useEffect(() => void (wasScrolled.current = false));

  const { openItem, extend, toggle, firstVisible } = inbox;
  const actions = useStableHandlers({ openItem, extend, toggle });
  useEffect(() => {
    firstVisible.current = () => {
      const hiddenRows = Math.ceil((scroller.current?.scrollTop ?? 0) / height);
      return order[Math.min(hiddenRows, order.length - 1)] ?? null;
    };
  }, [firstVisible, order, height]);

  const virtualRows = useRowsInSteps(virtual, cursorIndex);
  const last = virtual.range?.endIndex ?? 0;
  const isNear = last >= rows.length - PREFETCH_ROWS;
  // After each render: a change of an item cancels a page that is loading (`showItem`), and rows of a page can be hidden.
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchNextPageError && !isPlaceholderData)
      void fetchNextPage({ cancelRefetch: false });
  });

  const top = () => {
    inbox.showFresh();
    scroller.current?.scrollTo({ top: 0 });
  };
  const fresh = freshCount.count > 0 && t.inbox.fresh(freshCount);
  return (
    <div className={styles.listFrame}>
      <span role="status" className="visually-hidden">
        {fresh}
      </span>
      {fresh && (
        <Button
          className={styles.fresh}
          size="compact-sm"
          radius="xl"
          leftSection={<ArrowUp size={14} />}
          onClick={top}
        >
          {fresh}
        </Button>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={t.inbox.list}
        aria-multiselectable={maySelect || undefined}
        aria-rowcount={hasNextPage ? -1 : rows.length}
        aria-busy={isPlaceholderData}
        aria-activedescendant={cursorIndex >= 0 ? rowId(cursor!) : undefined}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop } }) =>
          isPlaceholderData || saveListPosition(listParams, { scrollTop })
        }
        onKeyDown={(event) => handleListKey(event, inbox, maySelect)}
        // Keyboard focus only. A pointer press targets the row under it, which must not move before the release.
        onFocus={({ target }) => {
          if (cursor === null && target.matches('[role=grid]:focus-visible'))
            inbox.setCursor(firstVisible.current());
        }}
      >
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtualRows.map(({ index, start }) => (
            <ItemRow
              key={rows[index]!.id}
              item={rows[index]!}
              index={index}
              top={start}
              isCursor={index === cursorIndex}
              isOpen={rows[index]!.id === inbox.openRow}
              isSelected={inbox.isSelected(rows[index]!.id)}
              terms={inbox.terms}
              sort={inbox.state.sort}
              actions={actions}
            />
          ))}
        </div>
      </div>
      {isFetchNextPageError && (
        <div className={styles.moreFailed} role="alert">
          {t.inbox.moreFailed}
          <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
            {t.inbox.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * Scrolls a list to its saved position, or to the top, once its rows are loaded. Returns whether this render has
 * scrolled: then the list must not scroll to the cursor.
 */
function useScrollPosition(
  scroller: RefObject<HTMLDivElement | null>,
  listParams: ListParams,
  isPlaceholderData: boolean,
): RefObject<boolean> {
  const wasScrolled = useRef(false);
  const hasRows = useRef(false);
  useLayoutEffect(() => {
    if (isPlaceholderData) return;
    const { scrollTop } = listPosition(listParams);
    scroller.current!.scrollTop = scrollTop;
    // A link to an item scrolls to its row instead.
    wasScrolled.current = scrollTop > 0 || hasRows.current;
    hasRows.current = true;
  }, [scroller, listParams, isPlaceholderData]);
  return wasScrolled;
}

/** Handles the standard keys of a grid. */
function handleListKey(event: KeyboardEvent, inbox: Inbox, maySelect: boolean): void {
  if (event.target !== event.currentTarget || event.altKey) return;
  const { cursor, order } = inbox;
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE_KEY_ROWS,
    PageUp: -PAGE_KEY_ROWS,
    Home: -Infinity,
    End: Infinity,
  };
  const distance = steps[event.key];
  if (distance !== undefined && !event.ctrlKey && !event.metaKey) {
    if (event.shiftKey && maySelect) inbox.extendBy(distance);
    else if (Math.abs(distance) === 1) inbox.moveBy(distance);
    else inbox.setCursor(moveCursor(order, cursor, distance));
  } else if (event.key === 'Enter' && cursor !== null) {
    inbox.openItem(cursor, true);
  } else if (event.key === ' ' && cursor !== null && maySelect) {
    inbox.toggle(cursor);
  } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && maySelect) {
    inbox.selectAll();
  } else {
    return;
  }
  event.preventDefault();
}
