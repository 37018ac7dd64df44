import type { Item } from '@libs/contract';
import { DragDropContext } from '@hello-pangea/dnd';
import { STATUSES } from '@libs/feedback';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifyManager } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState, type ComponentType } from 'react';
import { useRefreshOnNewItems } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { nonce } from '../../../nonce';
import fullPage from '../../../ui/layout/full-page.module.css';
import { Announcer } from '../../items/announcer';
import {
  AssigneeDialog,
  MergeDialog,
  NewItemDialog,
  TagDialog,
  usePreloadedDialogs,
  type ItemDialogProps,
} from '../../items/dialogs';
import { notifyIfReadOnly } from '../../items/duplicates/read-only';
import { ConflictDialog } from '../../items/editing/conflict-dialog';
import { useVisibleCounts } from '../../items/mutations/item-mutations';
import { FilterChips, ItemFilters } from '../../items/filters/item-filters';
import { ItemPanel } from '../../items/item-panel';
import { SearchField } from '../../items/filters/search-field';
import { SortField } from '../../items/filters/sort-field';
import { useUndoShortcut } from '../../items/mutations/undo';
import { useRememberPageUrl } from '../../../ui/last-page-url';
import { usePageTitle } from '../../../ui/layout/use-page-title';
import { BoardColumn } from './board-column';
import styles from './board.module.css';
import { BOARD_SORTS } from './columns';
import { useBoard } from './use-board';
import { useBoardShortcuts } from './use-board-shortcuts';

// Render a dropped card in its new column before the next frame. Otherwise it flies back for one frame.
notifyManager.setScheduler(queueMicrotask);

export default function BoardPage() {
  usePageTitle(t.board.title);
  const board = useBoard();
  useRefreshOnNewItems();
  useUndoShortcut(t.board.title);
  useRememberPageUrl('/board');
  const counts = useVisibleCounts(board.columnFilter);
  const search = useRef<HTMLInputElement>(null);
  const [isCreating, setCreating] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const mayChange = useMayDo('items.change');
  usePreloadedDialogs(mayChange && board.current !== null);
  const [edited, setEdited] = useState<{
    readonly item: Item;
    readonly Dialog: ComponentType<ItemDialogProps>;
  } | null>(null);
  const editWith = (Dialog: ComponentType<ItemDialogProps>) => () => {
    const item = board.targetItem();
    if (item && !notifyIfReadOnly([item])) setEdited({ item, Dialog });
  };
  const [merged, setMerged] = useState<Item>();
  useBoardShortcuts(board, {
    mayChange,
    create: () => setCreating(true),
    focusSearch: () => search.current?.select(),
    assign: editWith(AssigneeDialog),
    tag: editWith(TagDialog),
    merge: () => setMerged(board.targetItem()),
  });
  return (
    <div className={`${fullPage.page} ${styles.page}`}>
      <div className={styles.main} inert={isNarrow && board.open !== null}>
        <header className={styles.header}>
          <div>
            <h1 className={styles.title} tabIndex={-1} data-page-heading>
              {t.board.title}
            </h1>
            <p className={styles.lead}>{t.board.lead}</p>
          </div>
          <SearchField
            ref={search}
            q={board.filter.q}
            onSearch={(q) => board.setFilter({ q }, board.filter.q !== '')}
            onLeave={() => search.current?.blur()}
          />
          <ItemFilters filter={board.filter} onChange={board.setFilter} scope={t.board.title} />
          <SortField sort={board.sort} sorts={BOARD_SORTS} scope={t.board.title} onChoose={board.setSort} />
          {mayChange && (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {t.inbox.create}
            </Button>
          )}
        </header>
        <FilterChips filter={board.filter} onChange={board.setFilter} />
        <DragDropContext
          nonce={nonce}
          dragHandleUsageInstructions={t.board.usage}
          onDragStart={board.onDragStart}
          onDragUpdate={board.onDragUpdate}
          onDragEnd={board.onDragEnd}
        >
          <div className={styles.columns} role="group" aria-label={t.board.columns}>
            {STATUSES.map((status) => (
              <BoardColumn key={status} status={status} count={counts?.[status]} board={board} />
            ))}
          </div>
        </DragDropContext>
      </div>
      {board.open !== null && (
        <div className={styles.panel} ref={board.panel}>
          <ItemPanel id={board.open} onClose={board.close} focusRequests={board.focusRequests} />
        </div>
      )}
      {isCreating && <NewItemDialog onClose={() => setCreating(false)} onOpen={board.openItem} />}
      {edited && (
        <edited.Dialog
          items={[edited.item]}
          count={1}
          onEdit={(edit) => board.edit(edited.item, edit)}
          onClose={() => setEdited(null)}
        />
      )}
      {merged && (
        <MergeDialog
          items={[merged]}
          count={1}
          onEdit={(edit) => board.merge(merged, edit)}
          onClose={() => setMerged(undefined)}
        />
      )}
      <ConflictDialog />
      <Announcer />
    </div>
  );
}
