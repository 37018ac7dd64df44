import type { EventType, FeedbackEvent } from '@libs/contract';
import { ApiError, request } from '../requests/client';
import { EventMessages } from './event-messages';

/** The service sends something every 15 seconds. Without it, the connection is dead, such as after a sleep. */
const SILENCE_MS = 40_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 10_000;

interface StreamOptions {
  readonly type: EventType | null;
  /** Moves on with the stream, so that a later one continues after it. */
  readonly position: { cursor: string };
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  /** Oldest first. */
  readonly onEvents: (events: readonly FeedbackEvent[]) => void;
  readonly onClose: () => void;
}

/** Follows the events after a position until `signal` aborts. Returns early if the position has expired. */
export async function followEvents(options: StreamOptions): Promise<void> {
  const { signal, onOpen, onClose } = options;
  for (let failures = 0; !signal.aborted; failures++) {
    let delayMs: number | null = null;
    let isExpired = false;
    try {
      delayMs = await readStream({
        ...options,
        onOpen() {
          failures = 0;
          onOpen();
        },
      });
    } catch (error) {
      if (error instanceof ApiError) {
        delayMs = error.retryAfter && error.retryAfter * 1000;
        // Also if the service no longer accepts it, such as after a restored backup.
        isExpired = error.status === 410 || error.status === 400;
      }
    }
    if (signal.aborted) return;
    onClose();
    await wait(delayMs ?? Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS), signal);
    if (isExpired) return;
  }
}

/**
 * Reads one stream until its connection ends. Returns when to reconnect, if the service said so.
 * @throws ApiError if the request fails; other errors if the connection breaks
 */
async function readStream({
  type,
  position,
  signal,
  onOpen,
  onEvents,
}: StreamOptions): Promise<number | null> {
  const query = new URLSearchParams({ after: position.cursor, ...(type && { types: type }) });
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener('abort', abort);
  let timer = setTimeout(abort, SILENCE_MS);
  try {
    const response = await request('GET', `events?${query}`, {
      headers: { accept: 'text/event-stream' },
      signal: connection.signal,
    });
    onOpen();
    const messages = new EventMessages();
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return messages.retryMs;
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
      const { events, cursor } = messages.read(value);
      if (cursor !== null) position.cursor = cursor;
      if (events.length > 0) onEvents(events);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
