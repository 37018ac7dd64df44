import { DragDropContext } from '@hello-pangea/dnd';
import { STATUSES } from '@libs/feedback';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { countOf } from '../../api/items/item-counts';
import { useRefreshOnNewItems } from '../../api/items/item-queries';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { nonce } from '../../../nonce';
import { FullPage, Toolbar } from '../../../ui/pages/full-page';
import { usePreloadedDialogs } from '../../items/dialogs/item-dialogs';
import { useVisibleCounts } from '../../items/mutations/item-mutations';
import { FilterChips, ItemFilters } from '../../items/filters/item-filters';
import { ItemPanel } from '../../items/item-panel';
import { SearchField } from '../../items/filters/search-field';
import { SortField } from '../../items/filters/sort-field';
import { useUndoShortcut } from '../../items/mutations/undo';
import { useItemDialogs } from '../../items/dialogs/use-item-dialogs';
import { useRememberPageUrl } from '../../last-page-url';
import { BoardColumn } from './board-column';
import styles from './board.module.css';
import { BOARD_SORTS } from './columns';
import { useBoard } from './use-board';
import { useBoardShortcuts } from './use-board-shortcuts';

export default function BoardPage() {
  const board = useBoard();
  useRefreshOnNewItems();
  useUndoShortcut(t.board.title);
  useRememberPageUrl('/board');
  const counts = useVisibleCounts(board.columnFilter);
  const search = useRef<HTMLInputElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const mayChange = useMayDo('items.change');
  usePreloadedDialogs(mayChange && board.current !== null);
  const { dialogs, ...open } = useItemDialogs({ targets: board.targets, onOpen: board.openItem });
  useBoardShortcuts(board, { mayChange, focusSearch: () => search.current?.select(), ...open });
  const panel =
    board.open === null ? null : (
      <ItemPanel id={board.open} onClose={board.cardActions.close} focusRequests={board.focusRequests} />
    );
  return (
    <>
      <FullPage
        panel={panel}
        panelRef={board.panel}
        panelPlace="over"
        isCovered={isNarrow && board.open !== null}
      >
        <Toolbar title={t.board.title} lead={t.board.lead}>
          <SearchField
            ref={search}
            q={board.filter.q}
            onSearch={(q, options) => board.setFilter({ q }, options)}
            onLeave={() => search.current?.blur()}
          />
          <ItemFilters filter={board.filter} onChange={board.setFilter} scope={t.board.title} />
          <SortField sort={board.sort} sorts={BOARD_SORTS} scope={t.board.title} onChoose={board.setSort} />
          {mayChange && (
            <Button leftSection={<Plus size={16} />} onClick={open.create}>
              {t.inbox.create}
            </Button>
          )}
        </Toolbar>
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
              <BoardColumn
                key={status}
                status={status}
                count={counts && countOf(counts, status)}
                board={board}
              />
            ))}
          </div>
        </DragDropContext>
      </FullPage>
      {dialogs}
    </>
  );
}
