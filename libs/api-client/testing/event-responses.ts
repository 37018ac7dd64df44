import { jsonResponse, type Step } from './scripted-service';

/** A page of the event feed; `next` is its cursor. */
export const eventsPage = (events: readonly unknown[], next: string, hasMore = false): Step =>
  jsonResponse({ data: events, pagination: { limit: 100, has_more: hasMore, next_cursor: next } });

interface StreamOptions {
  /** What follows the text. `open` sends nothing more. */
  readonly then?: 'ends' | 'breaks' | 'open';
  readonly onCancel?: () => void;
  /** Called when the text has been read. */
  readonly onRead?: () => void;
}

/** A stream that sends this text. Like the one of fetch, it breaks when the request is aborted. */
export const eventStream =
  (text: string, { then = 'ends', onCancel, onRead }: StreamOptions = {}): Step =>
  ({ init }) => {
    let isSent = false;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) =>
          init.signal!.addEventListener('abort', () => controller.error(init.signal!.reason)),
        pull(controller) {
          if (!isSent) {
            isSent = true;
            return controller.enqueue(new TextEncoder().encode(text));
          }
          onRead?.();
          if (then === 'ends') controller.close();
          else if (then === 'breaks') controller.error(new TypeError('terminated'));
        },
        cancel: onCancel,
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  };
