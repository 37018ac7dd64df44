import { Droppable } from '@hello-pangea/dnd';
import type { Status } from '@libs/contract';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useItems, type ItemList } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { useHidden } from '../../items/mutations/item-mutations';
import { StatusIcon } from '../../../ui/status-icon';
import { BoardCard } from './board-card';
import classes from './board.module.css';
import { columnParams, type Board } from './use-board';

interface Props {
  readonly status: Status;
  /** Absent until it has been counted. */
  readonly count: number | undefined;
  readonly board: Board;
}

/** One status: its newest items, and as many more as somebody scrolls for. */
export function BoardColumn({ status, count, board }: Props) {
  const heading = useId();
  const { asked } = board;
  const list = useItems(useMemo(() => columnParams(asked, status), [asked, status]));
  const hidden = useHidden();
  const rows = useMemo(() => list.rows.filter(({ id }) => !hidden.has(id)), [list.rows, hidden]);
  // While a card is in the air nothing moves under it.
  const [drawn, setDrawn] = useState(rows);
  if (!board.isDragging && drawn !== rows) setDrawn(rows);
  const { draw, current } = board;
  useEffect(
    () =>
      draw(
        status,
        drawn.map(({ id }) => id),
      ),
    [draw, status, drawn],
  );
  const tabStop = drawn.some(({ id }) => id === current) ? current : drawn[0]?.id;
  return (
    <section className={classes.column} aria-labelledby={heading}>
      <h2 id={heading} className={classes.columnTitle}>
        <StatusIcon status={status} />
        {t.ui.statuses[status]}
        <span className={classes.count}>{count?.toLocaleString('en') ?? ''}</span>
      </h2>
      {list.freshCount > 0 && (
        <Button className={classes.fresh} size="compact-sm" radius="xl" onClick={list.showFresh}>
          {t.board.fresh(list.freshCount)}
        </Button>
      )}
      <Droppable droppableId={status}>
        {(provided, { isDraggingOver }) => (
          <div
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={classes.cards}
            data-over={isDraggingOver || undefined}
          >
            <div role="list" aria-labelledby={heading} className={classes.cardList}>
              {drawn.map((item, index) => (
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
              isEmpty={!drawn.length && !isDraggingOver}
              isFiltered={Object.keys(asked).length > 0}
            />
          </div>
        )}
      </Droppable>
    </section>
  );
}

interface EndProps {
  readonly status: Status;
  readonly list: ItemList;
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
}

/** What stands below the last card: nothing, more of them, or why there are none. */
function ColumnEnd({ status, list, isEmpty, isFiltered }: EndProps) {
  if (list.isPending || list.isFetchingNextPage) {
    return (
      <div role="status" className={classes.loading}>
        <span className="visually-hidden">{t.board.loading(t.ui.statuses[status])}</span>
        {Array.from({ length: list.isPending ? 4 : 1 }, (_, at) => (
          <Skeleton key={at} height={76} radius="md" />
        ))}
      </div>
    );
  }
  if (list.isError) {
    return (
      <div role="alert" className={classes.note}>
        {t.board.failed}
        <Button size="compact-sm" variant="default" onClick={() => void again(list)}>
          {t.board.retry}
        </Button>
      </div>
    );
  }
  if (list.hasNextPage) return <More onReached={() => void list.fetchNextPage({ cancelRefetch: false })} />;
  return isEmpty ? <p className={classes.note}>{isFiltered ? t.board.nothing : t.board.empty}</p> : null;
}

const again = (list: ItemList) => (list.data ? list.fetchNextPage() : list.refetch());

/** Asks for more when it comes near the screen; a button for whoever gets here by key. */
function More({ onReached }: { onReached(): void }) {
  const mark = useRef<HTMLButtonElement>(null);
  const reached = useRef(onReached);
  useEffect(() => void (reached.current = onReached));
  useEffect(() => {
    const root = mark.current!.closest(`.${classes.cards}`);
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && reached.current(),
      { root, rootMargin: '400px' },
    );
    watch.observe(mark.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <Button ref={mark} variant="subtle" color="gray" size="compact-sm" fullWidth onClick={onReached}>
      {t.board.more}
    </Button>
  );
}
