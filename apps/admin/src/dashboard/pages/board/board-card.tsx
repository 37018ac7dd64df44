import { Draggable, type DraggableProvided } from '@hello-pangea/dnd';
import type { Item } from '@libs/contract';
import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp, MoreHorizontal } from 'lucide-react';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { AssigneeMark } from '../../items/assignee/assignee-mark';
import { LinkedText } from '../../items/links/linked-text';
import { HighlightedText } from '../../items/filters/highlighted-text';
import { FoundInMerged } from '../../items/duplicates/found-in-merged';
import { PublicMark } from '../../items/public-card/public-mark';
import { hasRequestTotals, RequestTotals } from '../../items/requests/request-totals';
import { TagPills } from '../../items/tags/tag-pills';
import { StatusMenu } from '../../items/status-menu';
import { RelativeTime } from '../../../ui/time/relative-time';
import styles from './board.module.css';
import { cardId, type Board } from './use-board';

interface CardProps {
  readonly item: Item;
  /** True for the card of its column that the Tab key reaches. */
  readonly isTabStop: boolean;
  readonly isOpen: boolean;
  /** True if description and submitter are shown. */
  readonly isExpanded: boolean;
  readonly terms: readonly string[];
  readonly sort: Board['sort'];
  readonly cardToFocus: Board['cardToFocus'];
  /** The functions stay the same, so that only changed cards render. */
  readonly actions: Board['cardActions'];
}

interface Props extends CardProps {
  readonly index: number;
  /** Number of loaded cards of the column. */
  readonly count: number;
}

/** A card. Opens with a click or Enter. Moves by mouse, touch, space and arrow keys, or its menu. */
export const BoardCard = memo(function BoardCard({ index, count, ...card }: Props) {
  const mayMove = useMayDo('items.change');
  return (
    <Draggable draggableId={card.item.id} index={index} isDragDisabled={!mayMove}>
      {(provided) => <CardBox {...card} provided={provided} place={[index + 1, count]} />}
    </Draggable>
  );
});

/** What all cards of a board have in common, and what this one has. */
export const cardProps = (board: Board, item: Item) => ({
  item,
  isOpen: item.id === board.openCard,
  isExpanded: board.expanded.has(item.id),
  terms: board.terms,
  sort: board.sort,
  cardToFocus: board.cardToFocus,
  actions: board.cardActions,
});

interface BoxProps extends CardProps {
  readonly provided: DraggableProvided;
  /** Place in the column, from 1, and number of cards. */
  readonly place?: readonly [number, number];
  readonly isDragging?: boolean;
  readonly isDropped?: boolean;
}

/** The card itself, also while it is dragged. */
export function CardBox({ provided, place, isDragging, isDropped, ...props }: BoxProps) {
  const { item, isTabStop, isOpen, cardToFocus, actions, ...content } = props;
  const mayMove = useMayDo('items.change');
  const card = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isDragging || cardToFocus.current?.id !== item.id) return;
    if (cardToFocus.current.isMoved) card.current?.setAttribute('data-moved', '');
    cardToFocus.current = null;
    card.current?.focus();
  }, [cardToFocus, item.id, isDragging]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || actions.isDragging()) return;
    if (event.key === 'Enter') actions.openItem(item.id);
    else if (!event.key.startsWith('Arrow')) return;
    else actions.focusAdjacent(item.id, event.key);
    event.preventDefault();
  }
  const { style } = provided.draggableProps;
  return (
    <div
      ref={(element) => {
        card.current = element;
        provided.innerRef(element);
      }}
      {...provided.draggableProps}
      {...provided.dragHandleProps}
      // Other cards make no room for the dragged one: the order decides where it appears.
      style={isDragging ? { ...style, ...(isDropped && { transitionDuration: '1ms' }) } : undefined}
      // The card contains buttons, so it cannot have the button role.
      role="listitem"
      id={cardId(item.id)}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={item.title}
      aria-posinset={place?.[0]}
      aria-setsize={place?.[1]}
      className={styles.card}
      data-dragging={isDragging || undefined}
      data-open={isOpen || undefined}
      onFocus={() => actions.setCurrent(item.id)}
      onClick={() => actions.openItem(item.id)}
      onKeyDown={(event) => {
        onKeyDown(event);
      }}
    >
      <CardContent
        item={item}
        isTabStop={isTabStop}
        mayMove={mayMove}
        {...content}
        toggleDetails={actions.toggleDetails}
        move={actions.moveCard}
      />
    </div>
  );
}

interface ContentProps extends Pick<CardProps, 'item' | 'isTabStop' | 'isExpanded' | 'terms' | 'sort'> {
  readonly mayMove: boolean;
  readonly toggleDetails: Board['toggleDetails'];
  readonly move: Board['moveCard'];
}

const CardContent = memo(function CardContent({
  item,
  isTabStop,
  mayMove,
  isExpanded,
  terms,
  sort,
  toggleDetails,
  move,
}: ContentProps) {
  const Chevron = isExpanded ? ChevronUp : ChevronDown;
  return (
    <>
      <div className={styles.cardTitle}>
        <HighlightedText text={item.title} terms={terms} />
      </div>
      {(item.duplicate_count > 0 || hasRequestTotals(item) || item.tags.length > 0) && (
        <div className={styles.tags}>
          <RequestTotals item={item} />
          <FoundInMerged item={item} />
          {item.tags.length > 0 && <TagPills names={item.tags} />}
        </div>
      )}
      {isExpanded && <CardDetails item={item} />}
      <div className={styles.cardFoot}>
        <RelativeTime value={sort === '-updated_at' ? item.updated_at : item.created_at} />
        <span aria-hidden className={styles.dot}>
          ·
        </span>
        <span className={styles.source}>{t.items.sources[item.source] ?? item.source}</span>
        <PublicMark item={item} />
        <AssigneeMark item={item} />
        <span className={styles.menu} onClick={(event) => event.stopPropagation()}>
          <ActionIcon
            size={24}
            aria-expanded={isExpanded}
            aria-label={isExpanded ? t.board.fold(item.title) : t.board.unfold(item.title)}
            tabIndex={isTabStop ? 0 : -1}
            onClick={() => toggleDetails(item.id)}
          >
            <Chevron size={16} />
          </ActionIcon>
          {mayMove && (
            <StatusMenu
              current={item.status}
              label={t.board.moveTo}
              onChoose={(status) => move(item, status)}
              button={(props) => (
                <ActionIcon
                  size={24}
                  aria-label={t.board.move(item.title)}
                  tabIndex={isTabStop ? 0 : -1}
                  {...props}
                >
                  <MoreHorizontal size={16} />
                </ActionIcon>
              )}
            />
          )}
        </span>
      </div>
    </>
  );
});

function CardDetails({ item: { description, submitter_email: email } }: { readonly item: Item }) {
  return (
    // A click on a link must not open the panel, too.
    <div
      className={styles.details}
      onClick={(event) => event.target instanceof HTMLAnchorElement && event.stopPropagation()}
    >
      <p className={styles.description}>
        {description ? <LinkedText text={description} /> : t.board.noDescription}
      </p>
      <p className={styles.sender}>
        {t.items.fields.submitter}: {email ?? t.items.anonymous}
      </p>
    </div>
  );
}
