import type { UnreadNotifications } from '@libs/contract';

/** After an error that a browser doesn't repeat the request for, such as too many streams. */
const RETRY_MS = 30_000;

/**
 * Calls back with the number of unread notifications, now and when it changes, while the page is visible: browsers limit
 * the connections of all tabs together. Returns a function that ends it.
 */
export function followUnread(onUnread: (unread: number) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource('/app/api/notifications/stream');
    source = opened;
    opened.addEventListener('unread', ({ data }: MessageEvent<string>) =>
      onUnread((JSON.parse(data) as UnreadNotifications).unread),
    );
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    });
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
