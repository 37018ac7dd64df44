import type { Item, ItemChange, Status } from '@libs/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api/client';
import type { Outcome } from '../../api/items/item-writer';
import type { Field } from '../../api/items/item-conflict';
import { cachedItem, dropItem, refreshFigures } from '../../api/items/item-queries';
import { isAway, UnsentChanges } from '../../api/items/unsent-changes';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { announce } from '../announcer';
import { leaveUndecided, settleDrafts } from '../editing/drafts';
import { deskOf } from './item-mutations';
import { notify, withdraw } from '../notices';
import { removalOf, removeAll } from './removals';
import { setStatusOfMany } from './status-batch';
import { offerUndo } from './undo';

/** What an owner can do to items. Everything shows at once; what goes wrong is told, and taken back. */
export function useItemActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** @param words what to say once it is stored */
      change: (item: Item, change: ItemChange, words?: () => string) =>
        changeItem(client, item, change, words),
      setStatus: (items: readonly Item[], status: Status) => setStatus(client, items, status),
      remove: (items: readonly Item[]) => removeAll(client, items.map(removalOf)),
      /** A text is typed further or taken back: the one that failed to be stored is wanted no longer. */
      forgetFailed: (id: string, field: Field) => forgetFailed(client, id, [field]),
    }),
    [client],
  );
}

/** Of each window: it has one client. */
const unsentOf = new WeakMap<QueryClient, UnsentChanges>();

function unsentChanges(client: QueryClient): UnsentChanges {
  const unsent =
    unsentOf.get(client) ?? new UnsentChanges((item, change) => void changeItem(client, item, change));
  unsentOf.set(client, unsent);
  return unsent;
}

async function changeItem(
  client: QueryClient,
  item: Item,
  change: ItemChange,
  words?: () => string,
): Promise<Outcome> {
  forgetFailed(client, item.id, Object.keys(change) as Field[]);
  const { writer, conflicts } = deskOf(client);
  const outcome = await writer.write(item, change);
  if (outcome.kind === 'saved') {
    settleDrafts(outcome.item, change);
    refreshFigures(client);
    const { before, item: saved } = outcome;
    if (before !== saved) {
      const undo = () => void takeBack(client, before, saved, change);
      offerUndo(client, { text: words?.() ?? wordsFor(saved, change), undo, isSmall: true });
    }
    if (outcome.meanwhile.length) {
      const fields = outcome.meanwhile.map((field) => t.items.fields[field].toLowerCase()).join(', ');
      notify({ text: t.items.meanwhile(outcome.item.title, fields), stay: 10_000 });
    }
  } else if (outcome.kind === 'conflict') {
    leaveUndecided(
      item.id,
      outcome.conflict.clashes.map(({ field }) => field),
    );
    // Two changes that met the same conflict come back with one and the same question.
    const others = conflicts.get().filter(({ theirs }) => theirs.id !== item.id);
    conflicts.set([...others, outcome.conflict]);
  } else {
    changeFailed(client, item, change, outcome.error);
  }
  return outcome;
}

function wordsFor({ title, status }: Item, change: ItemChange): string {
  if (change.status !== undefined) return t.items.moved(title, t.ui.statuses[status]);
  return t.items.edited(title, change.title === undefined ? 'description' : 'title');
}

/** What a change has made of these fields back to what they were, unless they have become something else since. */
async function takeBack(client: QueryClient, before: Item, saved: Item, change: ItemChange): Promise<void> {
  const fields = (Object.keys(change) as Field[]).filter((field) => before[field] !== saved[field]);
  const now = cachedItem(client, saved.id) ?? saved;
  const leftAlone = () => void notify({ text: t.items.notTakenBack(saved.title), stay: 10_000 });
  if (fields.some((field) => now[field] !== saved[field])) return leftAlone();
  const old: ItemChange = Object.fromEntries(fields.map((field) => [field, before[field]]));
  const outcome = await deskOf(client).writer.write(now, old);
  if (outcome.kind === 'conflict') return leftAlone();
  if (outcome.kind === 'failed') return changeFailed(client, saved, old, outcome.error);
  refreshFigures(client);
  notify({ text: t.items.takenBack(before.title) });
}

/** One notice per item and field: what failed last. */
const failureOf = (id: string, field: Field): string => `change-${id}-${field}`;

function forgetFailed(client: QueryClient, id: string, fields: readonly Field[]): void {
  unsentChanges(client).forget(id, fields);
  fields.forEach((field) => withdraw(failureOf(id, field)));
}

function changeFailed(client: QueryClient, item: Item, change: ItemChange, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) {
    dropItem(client, item.id);
    refreshFigures(client);
    return void notify({ text: t.items.gone(item.title), isBad: true, stay: 10_000 });
  }
  if (isAway(error)) unsentChanges(client).keep(item, change);
  // Another object: what somebody asks for is kept again.
  const again = () => void changeItem(client, cachedItem(client, item.id) ?? item, { ...change });
  notify({
    id: failureOf(item.id, Object.keys(change)[0] as Field),
    title: t.items.changeFailed(item.title),
    text: errorMessage(error),
    isBad: true,
    stay: false,
    action: { label: t.items.retry, run: again },
  });
}

async function setStatus(client: QueryClient, items: readonly Item[], status: Status): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length > 1) return setStatusOfMany(client, items, status);
  const outcome = await changeItem(client, first, { status });
  // Where it had the status already nothing else is said.
  if (outcome.kind === 'saved' && outcome.before === outcome.item)
    announce(t.items.moved(first.title, t.ui.statuses[status]));
}
