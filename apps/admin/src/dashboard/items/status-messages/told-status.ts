import type { Status, StatusMessage } from '@libs/contract';

/** The message that waits to be sent; undefined if there is none. */
export const heldMessage = (messages: readonly StatusMessage[]): StatusMessage | undefined =>
  messages.find(({ state }) => state === 'held');

/** The last message, if it told someone about this status. */
export function toldMessage(messages: readonly StatusMessage[], status: Status): StatusMessage | undefined {
  const last = messages.find(({ state }) => state === 'sent' || state === 'sending');
  return last?.status === status && last.recipients > 0 ? last : undefined;
}
