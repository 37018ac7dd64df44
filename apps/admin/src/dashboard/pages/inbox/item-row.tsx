import type { Item, Sort } from '@libs/contract';
import { UnstyledButton } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { AssigneeMark } from '../../items/assignee/assignee-mark';
import { FoundInMerged } from '../../items/duplicates/found-in-merged';
import { PublicMark } from '../../items/public-card/public-mark';
import { RequestTotals } from '../../items/requests/request-totals';
import { excerpt } from '../../items/filters/search-matches';
import { HighlightedText } from '../../items/filters/highlighted-text';
import { TagPills } from '../../items/tags/tag-pills';
import { StatusMenu } from '../../items/status-menu';
import { useItemActions } from '../../items/mutations/use-item-actions';
import { RelativeTime } from '../../../ui/time/relative-time';
import { StatusIcon } from '../../../ui/badges/status-icon';
import styles from './inbox.module.css';
import type { Inbox } from './use-inbox';

export const rowId = (id: string): string => `item-${id}`;

interface Props {
  readonly item: Item;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** Words of the search, to highlight. */
  readonly terms: readonly string[];
  readonly sort: Sort;
  readonly actions: RowActions;
}

/** What a row does with its item. The functions stay the same, so that only changed rows render. */
export type RowActions = Pick<Inbox, 'openItem' | 'extend' | 'toggle'>;

/** Maximum length of the description in a row, in UTF-16 units. */
const EXCERPT_LENGTH = 200;
const ROW_TAGS_MAX = 3;
/** The styles of an `UnstyledButton`, without its component, because rows are many. */
const PLAIN_BUTTON = `mantine-focus-auto ${UnstyledButton.classes.root}`;

export const ItemRow = memo(function ItemRow(props: Props) {
  const { item, index, top, isCursor, isOpen, isSelected, terms, sort, actions } = props;
  const mayChange = useMayDo('items.change');
  function onClick(event: MouseEvent): void {
    if (!mayChange) actions.openItem(item.id);
    else if (event.shiftKey) actions.extend(item.id);
    else if (event.metaKey || event.ctrlKey) actions.toggle(item.id);
    else actions.openItem(item.id);
  }
  return (
    <div
      role="row"
      id={rowId(item.id)}
      aria-rowindex={index + 1}
      aria-selected={mayChange ? isSelected : undefined}
      className={styles.row}
      data-cursor={isCursor || undefined}
      data-open={isOpen || undefined}
      data-fixed={!mayChange || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
      // Shift-click selects rows, not text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <div role="gridcell" onClick={(event) => event.stopPropagation()}>
        {mayChange && (
          <label className={styles.check}>
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isSelected}
              aria-label={t.inbox.select(item.title)}
              onChange={() => actions.toggle(item.id)}
              onClick={(event) => {
                if (!event.shiftKey) return;
                event.preventDefault();
                actions.extend(item.id);
              }}
            />
          </label>
        )}
      </div>
      <div role="gridcell" onClick={(event) => event.stopPropagation()}>
        {mayChange ? <RowStatus item={item} /> : <FixedStatus item={item} />}
      </div>
      <div role="gridcell" className={styles.words}>
        <span className={styles.rowHead}>
          <span className={styles.rowTitle}>
            <HighlightedText text={item.title} terms={terms} />
          </span>
          <PublicMark item={item} />
          <RequestTotals item={item} />
        </span>
        <FoundInMerged item={item} />
        <span className={styles.snippet}>
          {item.description && (
            <HighlightedText text={excerpt(item.description, terms, EXCERPT_LENGTH)} terms={terms} />
          )}
        </span>
        {item.tags.length > 0 && (
          <span className={styles.tags}>
            <TagPills names={item.tags.slice(0, ROW_TAGS_MAX)} />
            {item.tags.length > ROW_TAGS_MAX && (
              <span className={styles.moreTags} title={item.tags.slice(ROW_TAGS_MAX).join(', ')}>
                {t.tags.more(item.tags.length - ROW_TAGS_MAX)}
              </span>
            )}
          </span>
        )}
      </div>
      <div role="gridcell" className={`truncate ${styles.submitter}`}>
        {item.submitter_email ? (
          <HighlightedText text={item.submitter_email} terms={terms} />
        ) : (
          <span className={styles.via}>{t.items.via(t.items.sources[item.source] ?? item.source)}</span>
        )}
      </div>
      <div role="gridcell" className={`truncate ${styles.time}`}>
        <AssigneeMark item={item} />
        <RelativeTime value={sort.endsWith('updated_at') ? item.updated_at : item.created_at} />
      </div>
    </div>
  );
});

function FixedStatus({ item: { status } }: { item: Item }) {
  return (
    <span className={styles.fixedStatus} title={t.ui.statuses[status]}>
      <StatusIcon status={status} size={16} />
      <span className="visually-hidden">{t.ui.statuses[status]}</span>
    </span>
  );
}

function RowStatus({ item }: { item: Item }) {
  const { setStatus } = useItemActions();
  return (
    <StatusMenu
      current={item.status}
      onChoose={(status) => void setStatus([item], status)}
      button={(props) => (
        <button
          type="button"
          className={`${PLAIN_BUTTON} ${styles.statusButton}`}
          tabIndex={-1}
          aria-label={t.items.changeStatus(t.ui.statuses[item.status])}
          {...props}
        >
          <StatusIcon status={item.status} size={16} />
        </button>
      )}
    />
  );
}
