import type { Item } from '@libs/contract';
import { SORTS } from '@libs/feedback';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
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
import type { MergeSource } from '../../items/duplicates/suggested-targets';
import { ConflictDialog } from '../../items/editing/conflict-dialog';
import { FilterChips, ItemFilters } from '../../items/filters/item-filters';
import { ItemPanel } from '../../items/item-panel';
import { SearchField } from '../../items/filters/search-field';
import { SortField } from '../../items/filters/sort-field';
import { useUndoShortcut } from '../../items/mutations/undo';
import { useRememberPageUrl } from '../../../ui/last-page-url';
import { usePageTitle } from '../../../ui/layout/use-page-title';
import { Note } from '../../../ui/states/note';
import { useOpenView } from '../../views/use-open-view';
import { ViewButtons } from '../../views/view-buttons';
import { BatchBar } from './batch-bar';
import styles from './inbox.module.css';
import { ExportMenu } from './export-menu';
import { InboxEmpty } from './inbox-empty';
import { ItemList } from './item-list';
import { StatusTabs } from './status-tabs';
import { useInbox } from './use-inbox';
import { useInboxShortcuts } from './use-inbox-shortcuts';

/** At this width, the panel is beside the list; below, it covers the list. */
const WIDE_QUERY = '(min-width: 64em)';

export default function InboxPage() {
  const inbox = useInbox();
  const view = useOpenView();
  const title = view?.name ?? t.inbox.title;
  usePageTitle(title, inbox.list.freshCount.count);
  useUndoShortcut(t.inbox.title);
  useRememberPageUrl('/inbox');
  const { counts } = inbox;
  const mayChange = useMayDo('items.change');
  const mayExport = useMayDo('data.transfer');
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<{
    readonly items: readonly Item[];
    readonly Dialog: ComponentType<ItemDialogProps>;
  } | null>(null);
  const editWith = (Dialog: ComponentType<ItemDialogProps>) => () => {
    const items = inbox.targetItems();
    if (items.length > 0 && !notifyIfReadOnly(items)) setEdited({ items, Dialog });
  };
  const assign = editWith(AssigneeDialog);
  const tag = editWith(TagDialog);
  const [merged, setMerged] = useState<MergeSource | null>(null);
  const merge = () => {
    const items = inbox.targetItems();
    if (items.length > 0) setMerged({ items, list: inbox.isAllSelected ? inbox.listParams : null });
  };
  usePreloadedDialogs(mayChange && (inbox.cursor !== null || inbox.selected > 0));
  const isWide = useMediaQuery(WIDE_QUERY, true, { getInitialValueInEffect: false });
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { item: open, status, q, sort } = inbox.state;

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
    {
      mayChange,
      focusList,
      focusSearch: () => search.current?.select(),
      create: () => setCreating(true),
      assign,
      tag,
      merge,
    },
  );

  const isCovered = open !== null && !isWide;
  return (
    <div className={`${fullPage.page} ${styles.page}`} data-open={open !== null || undefined}>
      <div className={styles.main} inert={isCovered}>
        <header className={styles.header}>
          <h1 className={styles.title} tabIndex={-1} data-page-heading>
            {title}
          </h1>
          <SearchField
            ref={search}
            q={q}
            onSearch={(text) => inbox.filter({ q: text }, q !== '')}
            onLeave={focusList}
          />
          <ItemFilters filter={inbox.state} onChange={inbox.filter} scope={t.inbox.title} />
          <SortField
            sort={sort}
            sorts={SORTS}
            scope={t.inbox.title}
            onChoose={(next) => inbox.filter({ sort: next })}
          />
          {mayExport && <ExportMenu state={inbox.state} counts={counts} />}
          {mayChange && (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {t.inbox.create}
            </Button>
          )}
        </header>
        <div className={styles.filters}>
          <StatusTabs current={status} counts={counts} onChoose={(next) => inbox.filter({ status: next })} />
          <ViewButtons scope={t.inbox.title} />
        </div>
        {view && view.ignored.length > 0 && (
          <Note tone="warning">{t.views.ignored(view.ignored.join(', '))}</Note>
        )}
        <FilterChips filter={inbox.state} onChange={inbox.filter} />
        <ItemList inbox={inbox} ref={list} empty={<InboxEmpty inbox={inbox} />} />
        {mayChange && <BatchBar inbox={inbox} onAssign={assign} onTag={tag} onMerge={merge} />}
      </div>
      {open !== null && (
        <div className={styles.panel} ref={panel}>
          <ItemPanel
            id={open}
            onClose={close}
            onStep={inbox.rows.length > 1 ? inbox.moveBy : undefined}
            focusRequests={isCovered ? inbox.focusRequests + 1 : inbox.focusRequests}
          />
        </div>
      )}
      {isCreating && <NewItemDialog onClose={() => setCreating(false)} onOpen={(id) => inbox.openItem(id)} />}
      {edited && (
        <edited.Dialog
          items={edited.items}
          count={inbox.selected || 1}
          onEdit={inbox.edit}
          onClose={() => setEdited(null)}
        />
      )}
      {merged && (
        <MergeDialog
          {...merged}
          count={inbox.selected || 1}
          onEdit={inbox.merge}
          onClose={() => setMerged(null)}
        />
      )}
      <ConflictDialog />
      <Announcer />
    </div>
  );
}

/** Focuses the list when the panel or the batch bar closes while it has the focus. */
function useListFocusAfter(isShown: boolean, list: RefObject<HTMLDivElement | null>): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    const isGone = wasShown.current && !isShown;
    wasShown.current = isShown;
    if (isGone && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [isShown, list]);
}
