import { useSyncExternalStore } from 'react';
import { t } from '../../messages';
import { formatRelativeTime, formatDateTime } from './format-time';

/** "5 min. ago", updated while visible; the full date is in the tooltip and for screen readers. */
export function RelativeTime({ value }: { readonly value: string }) {
  const now = useSyncExternalStore(subscribe, lastTick);
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatRelativeTime(value, new Date(now), t.ui.now)}
    </time>
  );
}

const TICK_MS = 30_000;
const lastTick = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all times of a page: a list has many. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => listeners.forEach((notify) => notify()), TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
