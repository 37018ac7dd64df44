import { Droppable } from '@hello-pangea/dnd';
import type { Status } from '@libs/contract';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useItems, type ItemListQuery } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { useHiddenItems } from '../../items/mutations/item-mutations';
import { StatusIcon } from '../../../ui/status-icon';
import { BoardCard } from './board-card';
import styles from './board.module.css';
import { columnParams, type Board } from './use-board';

interface Props {
  readonly status: Status;
  /** Undefined until the count is loaded. */
  readonly count: number | undefined;
  readonly board: Board;
}

/** The items of one status, newest first; scrolling loads more. */
export function BoardColumn({ status, count, board }: Props) {
  const headingId = useId();
  const { columnFilter } = board;
  const list = useItems(useMemo(() => columnParams(columnFilter, status), [columnFilter, status]));
  const hidden = useHiddenItems();
  const rows = useMemo(() => list.rows.filter(({ id }) => !hidden.has(id)), [list.rows, hidden]);
  // Keep the rows unchanged during a drag.
  const [shownRows, setShownRows] = useState(rows);
  if (!board.isDragging && shownRows !== rows) setShownRows(rows);
  const { setColumn, current } = board;
  useEffect(
    () =>
      setColumn(
        status,
        shownRows.map(({ id }) => id),
      ),
    [setColumn, status, shownRows],
  );
  const tabStop = shownRows.some(({ id }) => id === current) ? current : shownRows[0]?.id;
  return (
    <section className={styles.column} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.columnTitle}>
        <StatusIcon status={status} />
        {t.ui.statuses[status]}
        <span className={styles.count}>{count?.toLocaleString('en') ?? ''}</span>
      </h2>
      {list.freshCount > 0 && (
        <Button className={styles.fresh} size="compact-sm" radius="xl" onClick={list.showFresh}>
          {t.board.fresh(list.freshCount)}
        </Button>
      )}
      <Droppable droppableId={status}>
        {(provided, { isDraggingOver }) => (
          <div
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={styles.cards}
            data-over={isDraggingOver || undefined}
          >
            <div role="list" aria-labelledby={headingId}>
              {shownRows.map((item, index) => (
                <BoardCard
                  key={item.id}
                  item={item}
                  index={index}
                  isTabStop={item.id === tabStop}
                  board={board}
                />
              ))}
            </div>
            {provided.placeholder}
            <ColumnEnd
              status={status}
              list={list}
              isEmpty={!shownRows.length && !isDraggingOver}
              isFiltered={Object.keys(columnFilter).length > 0}
            />
          </div>
        )}
      </Droppable>
    </section>
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
