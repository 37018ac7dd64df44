import type { UnreadNotifications } from '@libs/contract';

/** After an error that a browser doesn't repeat the request for, such as too many streams. */
const RETRY_MS = 30_000;

interface UnreadListener {
  readonly onUnread: (unread: number) => void;
  /** The person is not a member of the account any more. */
  readonly onRemoved: () => void;
  /** The service did not accept the request. */
  readonly onRejected: () => void;
}

/**
 * Calls back with the number of unread notifications, now and when it changes, while the page is visible: browsers limit
 * the connections of all tabs together. Returns a function that ends it.
 */
export function followUnread({ onUnread, onRemoved, onRejected }: UnreadListener): () => void {
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
    opened.addEventListener('removed', () => {
      end();
      onRemoved();
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, RETRY_MS);
      onRejected();
    });
  };
  const end = () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
  open();
  document.addEventListener('visibilitychange', open);
  return end;
}
