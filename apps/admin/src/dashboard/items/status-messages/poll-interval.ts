import type { StatusMessage } from '@libs/contract';

/** Others can ask for messages, too. */
const POLL_MS = 30_000;
/** The hold ends within 15 seconds after `due_at`. */
const DUE_POLL_MS = 5_000;
const DUE_MS = 20_000;
/** A mail server can take hours. */
const WAITING_POLL_MS = 10_000;
const LONG_MS = 10 * 60_000;

/** How long to wait before messages are read again. */
export function pollInterval(
  messages: readonly Pick<StatusMessage, 'state' | 'due_at' | 'waiting'>[],
  now: number,
): number {
  const intervals = messages.map(({ state, due_at: due, waiting }) => {
    const sinceDue = now - Date.parse(due);
    if (state === 'held') return sinceDue > -DUE_MS ? DUE_POLL_MS : WAITING_POLL_MS;
    if ((state !== 'sending' && waiting === 0) || sinceDue > LONG_MS) return POLL_MS;
    return sinceDue < DUE_MS * 3 ? DUE_POLL_MS : WAITING_POLL_MS;
  });
  return Math.min(POLL_MS, ...intervals);
}
