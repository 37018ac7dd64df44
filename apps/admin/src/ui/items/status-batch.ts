import type { Item, Status } from '@libs/api-client';
import { BATCH_MAX, STATUSES } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import { cachedItem, dropItem, refreshFigures, sendStatus, showItem } from '../../api/items';
import { t } from '../../messages';
import { wordsOf } from '../words-of';
import { announce } from './announcer';
import { deskOf, UNDO_MS } from './item-desk';
import { notify } from './notices';

/** Gives many items a status, at once on the screen, and offers to take it back. */
export async function setStatusOfMany(
  client: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<void> {
  const words = t.ui.statuses[status];
  const moving = items.filter((item) => item.status !== status);
  if (!moving.length) return announce(t.items.movedMany(items.length, words));
  const moved = await move(client, moving, status);
  if (!moved.length) return;
  notify({
    text: t.items.movedMany(moved.length, words),
    stay: UNDO_MS,
    action: { label: t.items.undo, run: () => void moveBack(client, moving, moved) },
  });
}

/** To the status each had before, except for what somebody has changed since. */
async function moveBack(client: QueryClient, before: readonly Item[], moved: readonly Item[]): Promise<void> {
  const old = new Map(before.map(({ id, status }) => [id, status]));
  const untouched = moved.filter(({ id, version }) => cachedItem(client, id)?.version === version);
  let back = 0;
  for (const status of STATUSES) {
    const group = untouched.filter(({ id }) => old.get(id) === status);
    back += (await move(client, group, status)).length;
  }
  if (back) announce(t.items.movedBack(back));
  if (untouched.length < moved.length)
    notify({ text: t.items.notMovedBack(moved.length - untouched.length) });
}

/** Shows it at once and sends it; gives back what has been stored. */
async function move(client: QueryClient, items: readonly Item[], status: Status): Promise<readonly Item[]> {
  const { inBatch } = deskOf(client);
  for (const item of items) {
    inBatch.add(item.id);
    showItem(client, { ...item, status });
  }
  const stored: Item[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    stored.push(...(await sendChunk(client, items.slice(at, at + BATCH_MAX), status)));
  }
  if (items.length) refreshFigures(client);
  return stored;
}

async function sendChunk(
  client: QueryClient,
  items: readonly Item[],
  status: Status,
): Promise<readonly Item[]> {
  const { inBatch } = deskOf(client);
  const done = () => items.forEach(({ id }) => inBatch.delete(id));
  try {
    const saved = await sendStatus(
      items.map(({ id }) => id),
      status,
    );
    done();
    saved.forEach((item) => showItem(client, item));
    return saved;
  } catch (error) {
    done();
    const gone = goneOf(items, error);
    if (gone.length) {
      gone.forEach(({ id }) => dropItem(client, id));
      notify({ text: t.items.someGone(gone.length), isBad: true, stay: 10_000 });
      const rest = items.filter((item) => !gone.includes(item));
      return rest.length ? sendChunk(client, rest, status) : [];
    }
    items.forEach((item) => showItem(client, item));
    notify({
      title: t.items.batchFailed(items.length),
      text: wordsOf(error),
      isBad: true,
      stay: false,
      action: { label: t.items.retry, run: () => void setStatusOfMany(client, items, status) },
    });
    return [];
  }
}

function goneOf(items: readonly Item[], error: unknown): readonly Item[] {
  if (!(error instanceof ApiError) || error.status !== 404) return [];
  return items.filter((_, at) => error.fields[`updates[${at}].id`]);
}
