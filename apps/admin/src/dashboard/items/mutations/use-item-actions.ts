import type { Item, ItemChange, Status } from '@libs/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api/requests/client';
import type { WriteOutcome } from '../../api/items/item-writer';
import type { EditableField } from '../../api/items/item-conflict';
import { cachedItem, dropItem, refreshCountsAndFirstPages, showItem } from '../../api/items/item-cache';
import { isServiceUnavailable, UnsentChanges } from '../../api/items/unsent-changes';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { markUndecided, updateStoredDrafts } from '../editing/drafts';
import { notifyIfReadOnly } from '../duplicates/read-only';
import { itemMutations } from './item-mutations';
import { notify, closeNotice } from '../notices';
import { changedStatus, notifyUndone, offerMessages } from '../status-messages/changed-status';
import { toRemoval, removeWithUndo } from './removals';
import { editMany } from './edit-many';
import { statusEdit, type ItemEdit } from './item-edits';
import { takeUndoPlace, undoLast } from './undo';

/** Actions on items. Changes show immediately; failed ones are reported and reverted. */
export function useItemActions() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      /** @param text the notice after the change is stored */
      change: (item: Item, change: ItemChange, text?: () => string) =>
        changeItem(queryClient, item, change, text),
      setStatus: async (items: readonly Item[], status: Status) =>
        notifyIfReadOnly(items) || setStatus(queryClient, items, status),
      edit: (items: readonly Item[], edit: ItemEdit) => changeItems(queryClient, items, edit),
      /** Returns a function that deletes what the items are now, with changes of this window that are not stored yet. */
      removal: (items: readonly Item[]) => {
        const removals = items.map((item) => toRemoval(queryClient, item));
        return () => removeWithUndo(queryClient, removals);
      },
      /** Drops a failed change after its text was edited or reverted. */
      discardFailed: (id: string, field: EditableField) => discardFailedChange(queryClient, id, [field]),
    }),
    [queryClient],
  );
}

const unsentByClient = new WeakMap<QueryClient, UnsentChanges>();

function unsentChanges(queryClient: QueryClient): UnsentChanges {
  const unsent =
    unsentByClient.get(queryClient) ??
    new UnsentChanges((item, change) => void changeItem(queryClient, item, change));
  unsentByClient.set(queryClient, unsent);
  return unsent;
}

async function changeItem(
  queryClient: QueryClient,
  item: Item,
  change: ItemChange,
  text?: () => string,
): Promise<WriteOutcome> {
  discardFailedChange(queryClient, item.id, Object.keys(change) as EditableField[]);
  const { writer, conflicts } = itemMutations(queryClient);
  const undoPlace = takeUndoPlace(queryClient);
  const outcome = await writer.write(item, change);
  if (outcome.kind === 'saved') {
    updateStoredDrafts(outcome, change);
    refreshCountsAndFirstPages(queryClient);
    const { before, item: saved } = outcome;
    if (before !== saved) {
      undoPlace.offer({
        text: text?.() ?? changeText(saved, change),
        undo: () => revertChange(queryClient, before, saved, change),
        replacesLast: true,
        onShown: offerMessages(queryClient, changedStatus(before, saved)),
      });
    }
    // It changed nothing, so the change before it is meant.
    else if (undoPlace.leave()) undoLast(queryClient);
    if (outcome.changedByOthers.length) {
      const fields = outcome.changedByOthers.map((field) => t.items.fields[field].toLowerCase()).join(', ');
      notify({ text: t.items.changedConcurrently(outcome.item.title, fields), timeout: 10_000 });
    }
  } else if (outcome.kind === 'conflict') {
    undoPlace.leave();
    markUndecided(
      item.id,
      outcome.conflict.fields.map(({ field }) => field),
    );
    // Two changes with the same conflict need only one dialog.
    const others = conflicts.get().filter(({ theirs }) => theirs.id !== item.id);
    conflicts.set([...others, outcome.conflict]);
  } else if (undoPlace.leave()) {
    notifyUndone(queryClient, t.items.undone(item.title), []);
  } else {
    handleFailure(queryClient, item, change, outcome.error);
  }
  return outcome;
}

/** @param items as they were when the user began: a dialog can make several changes, and a failed one can be repeated */
function changeItems(queryClient: QueryClient, items: readonly Item[], edit: ItemEdit): Promise<void> {
  for (const { id } of items) discardFailedChange(queryClient, id, Object.keys(edit.changed));
  const current = items.map((item) => cachedItem(queryClient, item.id) ?? item);
  return editMany(queryClient, current, edit, (failed) => void changeItems(queryClient, failed, edit));
}

function changeText({ title, status }: Item, change: ItemChange): string {
  if (change.status !== undefined) return t.items.moved(title, t.ui.statuses[status]);
  return t.items.edited(title, change.title === undefined ? 'description' : 'title');
}

/** Restores the fields of a change, unless they have changed again since. */
async function revertChange(
  queryClient: QueryClient,
  before: Item,
  saved: Item,
  change: ItemChange,
): Promise<void> {
  const fields = (Object.keys(change) as EditableField[]).filter((field) => before[field] !== saved[field]);
  const current = cachedItem(queryClient, saved.id) ?? saved;
  const notifyChanged = () => void notify({ text: t.items.notUndone(saved.title), timeout: 10_000 });
  if (fields.some((field) => current[field] !== saved[field])) return notifyChanged();
  const reverted: ItemChange = Object.fromEntries(fields.map((field) => [field, before[field]]));
  // The writer updates only items that are loaded.
  showItem(queryClient, current);
  const outcome = await itemMutations(queryClient).writer.write(current, reverted);
  if (outcome.kind === 'conflict') return notifyChanged();
  if (outcome.kind === 'failed') return handleFailure(queryClient, saved, reverted, outcome.error);
  refreshCountsAndFirstPages(queryClient);
  const items = outcome.item === outcome.before ? [] : changedStatus(outcome.before, outcome.item);
  notifyUndone(queryClient, t.items.undone(before.title), items);
}

/** One notice per item and field, for the last failure. */
const failureNoticeId = (id: string, field: string): string => `change-${id}-${field}`;

function discardFailedChange(queryClient: QueryClient, id: string, fields: readonly string[]): void {
  unsentChanges(queryClient).discard(id, fields);
  fields.forEach((field) => closeNotice(failureNoticeId(id, field)));
}

function handleFailure(queryClient: QueryClient, item: Item, change: ItemChange, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) {
    dropItem(queryClient, item.id);
    refreshCountsAndFirstPages(queryClient);
    return void notify({ text: t.items.deleted(item.title), isError: true, timeout: 10_000 });
  }
  const waiting = itemMutations(queryClient).writer.pendingFields(item.id);
  const fields = Object.keys(change);
  // A later change that waits replaces it.
  if (fields.every((field) => waiting.has(field))) return;
  if (isServiceUnavailable(error) && !fields.some((field) => waiting.has(field)))
    unsentChanges(queryClient).add(item, change);
  // A new object, because unsent changes are kept for retry only once per object.
  const retry = () => void changeItem(queryClient, cachedItem(queryClient, item.id) ?? item, { ...change });
  notify({
    id: failureNoticeId(item.id, fields[0]!),
    title: t.items.changeFailed(item.title),
    text: errorMessage(error),
    isError: true,
    timeout: false,
    action: { label: t.items.retry, run: retry },
  });
}

async function setStatus(queryClient: QueryClient, items: readonly Item[], status: Status): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length > 1) return changeItems(queryClient, items, statusEdit(status));
  const outcome = await changeItem(queryClient, first, { status });
  // If the item already had the status, no other message appears.
  if (outcome.kind === 'saved' && outcome.before === outcome.item)
    announce(t.items.moved(first.title, t.ui.statuses[status]));
}
