import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
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
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import classes from './inbox.module.css';
import { ItemRow, rowId } from './item-row';
import { moved } from './selection';
import { placeIn, rememberPlace } from './list-positions';
import type { Inbox } from './use-inbox';

/** Heights in pixels, as the style sheet has them: rows that are not drawn still take their place. */
const ROW = { wide: 44, narrow: 68 };
/** So many rows before the end the next page is asked for. */
const AHEAD = 25;
const PAGE_KEYS = 10;

interface Props {
  readonly inbox: Inbox;
  readonly ref: Ref<HTMLDivElement>;
  readonly empty: ReactNode;
}

/** The rows on the screen and a few around them, of however many there are. */
export function ItemList({ inbox, ref, empty }: Props) {
  const { list, rows } = inbox;
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const height = isNarrow ? ROW.narrow : ROW.wide;
  if (list.isPending) {
    return (
      <div className={classes.scroller}>
        <LoadingRows label={t.inbox.loading} rows={12} height={height} isInset />
      </div>
    );
  }
  if (list.isError && !list.data) {
    return <ErrorState title={t.inbox.failed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!rows.length && (!list.hasNextPage || inbox.isEmptied))
    return <div className={classes.scroller}>{list.isPlaceholderData || empty}</div>;
  return <Rows inbox={inbox} ref={ref} height={height} />;
}

function Rows({ inbox, ref, height }: Omit<Props, 'empty'> & { height: number }) {
  const { list, rows, order, cursor, listParams } = inbox;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isPlaceholderData } = list;
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => scroller.current!, []);
  const at = cursor === null ? -1 : order.indexOf(cursor);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialOffset: () => placeIn(listParams).scrollTop,
    getItemKey: (index) => rows[index]!.id,
    // The row under the cursor is always there: assistive technology is told of it by its id.
    rangeExtractor: useCallback((range: Range) => withRow(range, at), [at]),
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const isPlaced = usePlace(scroller, listParams, isPlaceholderData);
  useEffect(() => {
    if (at >= 0 && !isPlaced.current) virtual.scrollToIndex(at, { align: 'auto' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the cursor, not the rows around it
  }, [cursor]);
  useEffect(() => void (isPlaced.current = false));

  const { firstInSight } = inbox;
  useEffect(() => {
    firstInSight.current = () => {
      const above = Math.ceil((scroller.current?.scrollTop ?? 0) / height);
      return order[Math.min(above, order.length - 1)] ?? null;
    };
  }, [firstInSight, order, height]);

  const drawn = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;
  const isNear = last >= rows.length - AHEAD;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData) {
      void fetchNextPage({ cancelRefetch: false });
    }
  }, [
    isNear,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    isPlaceholderData,
    rows.length,
    fetchNextPage,
  ]);

  const top = () => {
    list.showFresh();
    scroller.current?.scrollTo({ top: 0 });
  };
  const { freshCount } = list;
  const fresh = freshCount > 0 && t.inbox.fresh(freshCount, freshCount >= rows.length && freshCount >= 50);
  return (
    <div className={classes.listFrame}>
      <span role="status" className="visually-hidden">
        {fresh}
      </span>
      {fresh && (
        <Button
          className={classes.fresh}
          size="compact-sm"
          radius="xl"
          leftSection={<ArrowUp size={14} aria-hidden />}
          onClick={top}
        >
          {fresh}
        </Button>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        aria-label={t.inbox.list}
        aria-multiselectable
        aria-rowcount={hasNextPage ? -1 : rows.length}
        aria-busy={isPlaceholderData}
        aria-activedescendant={at >= 0 ? rowId(cursor!) : undefined}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop } }) =>
          isPlaceholderData || rememberPlace(listParams, { scrollTop })
        }
        onKeyDown={(event) => onListKey(event, inbox)}
        // By keyboard only: a press of the pointer means the row under it, which must not move before the release.
        onFocus={({ target }) => {
          if (cursor === null && target.matches('[role=grid]:focus-visible'))
            inbox.setCursor(firstInSight.current());
        }}
      >
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, start }) => (
            <ItemRow
              key={rows[index]!.id}
              item={rows[index]!}
              index={index}
              top={start}
              isCursor={index === at}
              isOpen={rows[index]!.id === inbox.state.item}
              isSelected={inbox.isSelected(rows[index]!.id)}
              inbox={inbox}
            />
          ))}
        </div>
      </div>
      {isFetchNextPageError && (
        <div className={classes.moreFailed} role="alert">
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
 * Scrolls a list, once its own rows are there, to where somebody was in it, or to its top. Gives back whether this
 * render has done so: whoever comes back sees what they saw, wherever the cursor stands.
 */
function usePlace(
  scroller: RefObject<HTMLDivElement | null>,
  listParams: ListParams,
  isPlaceholderData: boolean,
): RefObject<boolean> {
  const isPlaced = useRef(false);
  const hasRows = useRef(false);
  useLayoutEffect(() => {
    if (isPlaceholderData) return;
    const { scrollTop } = placeIn(listParams);
    scroller.current!.scrollTop = scrollTop;
    // A link to an item leads to its row.
    isPlaced.current = scrollTop > 0 || hasRows.current;
    hasRows.current = true;
  }, [scroller, listParams, isPlaceholderData]);
  return isPlaced;
}

const withRow = (range: Range, at: number): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (at < 0 || at >= range.count || indexes.includes(at)) return indexes;
  return [...indexes, at].sort((a, b) => a - b);
};

/** The keys a grid has by itself. */
function onListKey(event: KeyboardEvent, inbox: Inbox): void {
  if (event.target !== event.currentTarget || event.altKey) return;
  const { cursor, order } = inbox;
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE_KEYS,
    PageUp: -PAGE_KEYS,
    Home: -Infinity,
    End: Infinity,
  };
  const by = steps[event.key];
  if (by !== undefined && !event.ctrlKey && !event.metaKey) {
    if (event.shiftKey) inbox.extendBy(by);
    else if (Math.abs(by) === 1) inbox.step(by);
    else inbox.setCursor(moved(order, cursor, by));
  } else if (event.key === 'Enter' && cursor !== null) {
    inbox.openItem(cursor, true);
  } else if (event.key === ' ' && cursor !== null) {
    inbox.toggle(cursor);
  } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    inbox.selectAll();
  } else {
    return;
  }
  event.preventDefault();
}
