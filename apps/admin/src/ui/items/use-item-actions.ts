import type { Item, ItemChange, Status } from '@libs/api-client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api/client';
import type { Outcome } from '../../api/item-writer';
import { cachedItem, dropItem, refreshFigures } from '../../api/items';
import { isAway, UnsentChanges } from '../../api/unsent-changes';
import { t } from '../../messages';
import { wordsOf } from '../words-of';
import { announce } from './announcer';
import { forgetStored, leaveUndecided } from './drafts';
import { deskOf, UNDO_MS } from './item-desk';
import { notify, withdraw } from './notices';
import { setStatusOfMany } from './status-batch';

/** What an owner can do to items. Everything shows at once; what goes wrong is told, and taken back. */
export function useItemActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      change: (item: Item, change: ItemChange) => changeItem(client, item, change),
      setStatus: (items: readonly Item[], status: Status) => setStatus(client, items, status),
      remove: (items: readonly Item[]) => removeItems(client, items),
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

async function changeItem(client: QueryClient, item: Item, change: ItemChange): Promise<Outcome> {
  unsentChanges(client).supersede(item.id, change);
  const { writer, conflicts } = deskOf(client);
  const outcome = await writer.write(item, change);
  if (outcome.kind === 'saved') {
    forgetStored(item.id, change);
    withdraw(failureOf(item.id));
    refreshFigures(client);
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

/** One notice per item: what failed last. */
const failureOf = (id: string): string => `change-${id}`;

function changeFailed(client: QueryClient, item: Item, change: ItemChange, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) {
    dropItem(client, item.id);
    refreshFigures(client);
    return void notify({ text: t.items.gone(item.title), isBad: true, stay: 10_000 });
  }
  if (isAway(error)) unsentChanges(client).keep(item, change);
  const again = () => void changeItem(client, cachedItem(client, item.id) ?? item, change);
  notify({
    id: failureOf(item.id),
    title: t.items.changeFailed(item.title),
    text: wordsOf(error),
    isBad: true,
    stay: false,
    action: { label: t.items.retry, run: again },
  });
}

async function setStatus(client: QueryClient, items: readonly Item[], status: Status): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length > 1) return setStatusOfMany(client, items, status);
  const { kind } = await changeItem(client, first, { status });
  if (kind === 'saved') announce(t.items.moved(first.title, t.ui.statuses[status]));
}

function removeItems(client: QueryClient, items: readonly Item[]): void {
  const [first] = items;
  if (!first) return;
  const { removals } = deskOf(client);
  const text = items.length === 1 ? t.items.removed(first.title) : t.items.removedMany(items.length);
  const undo = removals.add(
    items.map((item) => ({
      id: item.id,
      path: `feedback/${item.id}`,
      version: item.version,
      title: item.title,
      item,
    })),
  );
  const back = () => (undo(), announce(t.items.restored));
  notify({ text, stay: UNDO_MS, action: { label: t.items.undo, run: back } });
}
