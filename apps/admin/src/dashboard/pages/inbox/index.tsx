import type { ItemCounts } from '@libs/contract';
import { SORTS } from '@libs/feedback';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { FullPage, Toolbar } from '../../../ui/pages/full-page';
import { usePreloadedDialogs } from '../../items/dialogs/item-dialogs';
import { FilterChips, ItemFilters } from '../../items/filters/item-filters';
import { ItemPanel } from '../../items/item-panel';
import { SearchField } from '../../items/filters/search-field';
import { SortField } from '../../items/filters/sort-field';
import { useUndoShortcut } from '../../items/mutations/undo';
import { useItemDialogs } from '../../items/dialogs/use-item-dialogs';
import { useRememberPageUrl } from '../../last-page-url';
import { Note } from '../../../ui/states/note';
import { useStableHandlers } from '../../../ui/use-stable-handlers';
import { useOpenView } from '../../views/use-open-view';
import { ViewButtons } from '../../views/view-buttons';
import { BatchBar } from './batch-bar';
import styles from './inbox.module.css';
import { ExportMenu } from './export-menu';
import { InboxEmpty } from './inbox-empty';
import { ItemList } from './item-list';
import { StatusTabs } from './status-tabs';
import type { InboxState } from './inbox-state';
import { useInbox, type Inbox } from './use-inbox';
import { useInboxShortcuts } from './use-inbox-shortcuts';

/** At this width, the panel is beside the list; below, it covers the list. */
const WIDE_QUERY = '(min-width: 64em)';

export default function InboxPage() {
  const inbox = useInbox();
  const view = useOpenView();
  useUndoShortcut(t.inbox.title);
  useRememberPageUrl('/inbox');
  const { counts } = inbox;
  const mayChange = useMayDo('items.change');
  const { dialogs, ...openDialog } = useItemDialogs({ targets: inbox.targets, onOpen: inbox.openItem });
  usePreloadedDialogs(mayChange && (inbox.cursor !== null || inbox.selected > 0));
  const isWide = useMediaQuery(WIDE_QUERY, true, { getInitialValueInEffect: false });
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { item: open } = inbox.state;

  const focusList = () => {
    // Don't move the focus out of the panel.
    if (!panel.current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
  };
  useListFocusAfter(open !== null, list);
  useListFocusAfter(inbox.selected > 0, list);
  const close = () => {
    inbox.close();
    list.current?.focus({ preventScroll: true });
  };
  useInboxShortcuts(
    { ...inbox, close },
    { mayChange, focusList, focusSearch: () => search.current?.select(), ...openDialog },
  );

  const controls = useStableHandlers({
    onFilter: inbox.filter,
    onPrepareSearch: inbox.prepareSearch,
    onLeaveSearch: focusList,
    onCreate: openDialog.create,
  });
  const panelActions = useStableHandlers({ onClose: close, onStep: inbox.moveBy });
  const isCovered = open !== null && !isWide;
  const openItem =
    open === null ? null : (
      <ItemPanel
        id={open}
        onClose={panelActions.onClose}
        onStep={inbox.rows.length > 1 ? panelActions.onStep : undefined}
        focusRequests={isCovered ? inbox.focusRequests + 1 : inbox.focusRequests}
      />
    );
  return (
    <>
      <FullPage
        className={styles.page}
        panel={openItem}
        panelRef={panel}
        panelPlace="beside"
        isCovered={isCovered}
      >
        <Toolbar title={view?.name ?? t.inbox.title} newItems={inbox.freshCount.count}>
          <InboxControls state={inbox.listed} counts={counts} search={search} {...controls} />
        </Toolbar>
        <div className={styles.filters}>
          <StatusTabs state={inbox.listed} counts={counts} onChoose={controls.onFilter} />
          <ViewButtons scope={t.inbox.title} />
        </div>
        {view && view.ignored.length > 0 && (
          <Note tone="warning">{t.views.ignored(view.ignored.join(', '))}</Note>
        )}
        <FilterChips filter={inbox.state} onChange={inbox.filter} />
        <ItemList inbox={inbox} ref={list} empty={<InboxEmpty inbox={inbox} />} />
        {mayChange && <BatchBar inbox={inbox} open={openDialog} />}
      </FullPage>
      {dialogs}
    </>
  );
}

interface ControlsProps {
  readonly state: InboxState;
  readonly counts: ItemCounts | undefined;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFilter: Inbox['filter'];
  readonly onPrepareSearch: Inbox['prepareSearch'];
  readonly onLeaveSearch: () => void;
  readonly onCreate: () => void;
}

/** Search, filters, order, and menus. Renders for another list, not for another cursor or open item. */
const InboxControls = memo(function InboxControls(props: ControlsProps) {
  const { state, counts, search, onFilter, onPrepareSearch, onLeaveSearch, onCreate } = props;
  const mayChange = useMayDo('items.change');
  const mayExport = useMayDo('data.transfer');
  return (
    <>
      <SearchField
        ref={search}
        q={state.q}
        onSearch={(text, options) => onFilter({ q: text }, options)}
        onPrepare={onPrepareSearch}
        onLeave={onLeaveSearch}
      />
      <ItemFilters filter={state} onChange={onFilter} scope={t.inbox.title} />
      <SortField
        sort={state.sort}
        sorts={SORTS}
        scope={t.inbox.title}
        onChoose={(sort) => onFilter({ sort })}
      />
      {mayExport && <ExportMenu state={state} counts={counts} />}
      {mayChange && (
        <Button leftSection={<Plus size={16} />} onClick={onCreate}>
          {t.inbox.create}
        </Button>
      )}
    </>
  );
});

/** Focuses the list when the panel or the batch bar closes while it has the focus. */
function useListFocusAfter(isShown: boolean, list: RefObject<HTMLDivElement | null>): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    const isGone = wasShown.current && !isShown;
    wasShown.current = isShown;
    if (isGone && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [isShown, list]);
}
