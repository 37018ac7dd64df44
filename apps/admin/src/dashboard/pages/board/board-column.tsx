import { Droppable, type DroppableProvided, type DroppableStateSnapshot } from '@hello-pangea/dnd';
import type { Item, Status } from '@libs/contract';
import { Button, Skeleton } from '@mantine/core';
import { measureElement, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ItemCount } from '../../api/items/item-counts';
import { useItems, type ItemListQuery } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { FoundBySearch } from '../../items/duplicates/found-in-merged';
import { useVisible } from '../../items/mutations/item-mutations';
import { TagColors } from '../../items/tags/tag-pills';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { rangeWithRow } from '../../items/rows/virtual-range';
import { BoardCard, CardBox, cardProps } from './board-card';
import styles from './board.module.css';
import { columnParams, type Board } from './use-board';

interface Props {
  readonly status: Status;
  /** Undefined until the count is loaded. */
  readonly count: ItemCount | undefined;
  readonly board: Board;
}

/** The items of one status, in the order of the board; scrolling loads more. */
export function BoardColumn({ status, count, board }: Props) {
  const headingId = useId();
  const { columnFilter, sort } = board;
  const params = useMemo(() => columnParams(columnFilter, status, sort), [columnFilter, status, sort]);
  const { list, rows: loadedRows, freshCount, showFresh } = useItems(params);
  const rows = useVisible(loadedRows);
  // Keep the rows unchanged during a drag.
  const [shownRows, setShownRows] = useState(rows);
  if (!board.isDragging && shownRows !== rows) setShownRows(rows);
  const { setColumn } = board;
  useEffect(
    () =>
      setColumn(
        status,
        shownRows.map(({ id }) => id),
      ),
    [setColumn, status, shownRows],
  );
  return (
    <section className={styles.column} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.columnTitle}>
        <StatusIcon status={status} />
        {t.ui.statuses[status]}
        <span className={styles.count}>{count && t.inbox.count(count)}</span>
      </h2>
      {freshCount.count > 0 && (
        <Button className={styles.fresh} size="compact-sm" radius="xl" onClick={showFresh}>
          {t.inbox.fresh(freshCount)}
        </Button>
      )}
      <FoundBySearch params={params} isPlaceholderData={list.isPlaceholderData}>
        <TagColors items={shownRows}>
          <Droppable
            droppableId={status}
            mode="virtual"
            renderClone={(provided, { isDropAnimating, draggingOver }, { source }) => (
              <CardBox
                {...cardProps(board, shownRows[source.index]!)}
                isTabStop={false}
                provided={provided}
                isDragging
                // It is about to appear at its place in the order, so it doesn't fly to where it was dropped.
                isDropped={isDropAnimating && draggingOver !== null && draggingOver !== status}
              />
            )}
          >
            {(provided, snapshot) => (
              <Cards
                status={status}
                headingId={headingId}
                rows={shownRows}
                board={board}
                provided={provided}
                snapshot={snapshot}
              >
                <ColumnEnd
                  status={status}
                  list={list}
                  isEmpty={!shownRows.length && !snapshot.isDraggingOver}
                  isFiltered={Object.keys(columnFilter).length > 0}
                />
              </Cards>
            )}
          </Droppable>
        </TagColors>
      </FoundBySearch>
    </section>
  );
}

/** Height and distance of cards in pixels. Those that are rendered are measured. */
const CARD = { height: 76, gap: 8 };
/** Height of the page without the cards of a column. */
const OTHER_HEIGHT = 111;

interface CardsProps extends Pick<Props, 'status' | 'board'> {
  readonly headingId: string;
  readonly rows: readonly Item[];
  readonly provided: DroppableProvided;
  readonly snapshot: DroppableStateSnapshot;
  /** The end of the column. */
  readonly children: ReactNode;
}

/** Renders the visible cards and one beyond each edge. */
function Cards({ status, headingId, rows, board, provided, snapshot, children }: CardsProps) {
  const { setReveal, cardToFocus, current, sort } = board;
  const scroller = useRef<HTMLDivElement>(null);
  /** The card that the Tab key reaches. */
  const tabStopIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD.height,
    gap: CARD.gap,
    overscan: 1,
    // Until the column has been measured: cards are part of its first frame.
    initialRect: { width: 0, height: window.innerHeight - OTHER_HEIGHT },
    getItemKey: (index) => rows[index]!.id,
    // The place of a dragged card stays empty.
    measureElement: (place, entry, instance) =>
      place.childElementCount > 0
        ? measureElement(place, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(place)]?.size ?? CARD.height),
    rangeExtractor: useCallback((range: Range) => rangeWithRow(range, tabStopIndex), [tabStopIndex]),
  });
  useEffect(() => {
    const reveal = (id: string) => {
      const index = rows.findIndex((row) => row.id === id);
      if (index >= 0) virtual.scrollToIndex(index);
      return index >= 0;
    };
    setReveal(status, reveal);
    if (cardToFocus.current) reveal(cardToFocus.current.id);
  }, [setReveal, cardToFocus, status, rows, virtual]);
  return (
    <div
      ref={(element) => {
        scroller.current = element;
        provided.innerRef(element);
      }}
      {...provided.droppableProps}
      className={styles.cards}
      data-over={snapshot.isDraggingOver || undefined}
    >
      {snapshot.isDraggingOver && !snapshot.draggingFromThisWith && (
        <p aria-hidden className={styles.sorted}>
          {t.board.sorted(t.inbox.sorts[sort])}
        </p>
      )}
      <div
        role="list"
        aria-labelledby={headingId}
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={rows[index]!.id}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.place}
            style={{ top: start }}
          >
            <BoardCard
              {...cardProps(board, rows[index]!)}
              index={index}
              count={rows.length}
              isTabStop={index === tabStopIndex}
            />
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

interface ColumnEndProps {
  readonly status: Status;
  readonly list: ItemListQuery;
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
}

/** The end of a column: loading state, error, more items, or empty state. */
function ColumnEnd({ status, list, isEmpty, isFiltered }: ColumnEndProps) {
  if (list.isPending || list.isFetchingNextPage) {
    return (
      <div role="status" className={styles.loading}>
        <span className="visually-hidden">{t.board.loading(t.ui.statuses[status])}</span>
        {Array.from({ length: list.isPending ? 4 : 1 }, (_, at) => (
          <Skeleton key={at} height={76} radius="md" />
        ))}
      </div>
    );
  }
  if (list.isError) {
    return (
      <div role="alert" className={styles.note}>
        {t.board.failed}
        <Button size="compact-sm" variant="default" onClick={() => void retry(list)}>
          {t.board.retry}
        </Button>
      </div>
    );
  }
  if (list.hasNextPage)
    return <LoadMore onReached={() => void list.fetchNextPage({ cancelRefetch: false })} />;
  return isEmpty ? <p className={styles.note}>{isFiltered ? t.board.nothing : t.board.empty}</p> : null;
}

const retry = (list: ItemListQuery) => (list.data ? list.fetchNextPage() : list.refetch());

/** Loads more when it scrolls near the visible area; a button for keyboard users. */
function LoadMore({ onReached }: { onReached(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const onReachedRef = useRef(onReached);
  useEffect(() => void (onReachedRef.current = onReached));
  useEffect(() => {
    const root = button.current!.closest(`.${styles.cards}`);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onReachedRef.current(),
      { root, rootMargin: '400px' },
    );
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <Button ref={button} variant="subtle" color="gray" size="compact-sm" fullWidth onClick={onReached}>
      {t.board.more}
    </Button>
  );
}
