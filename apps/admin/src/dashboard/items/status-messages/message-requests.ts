import type {
  ChangedStatus,
  PreviewBody,
  SentTest,
  StatusMessage,
  StatusMessagePreview,
  TellBody,
  TestBody,
} from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, fetchData } from '../../api/requests/client';

const MESSAGES = ['feedback', 'status-messages'] as const;
export const messagesKey = (id: string) => [...MESSAGES, id] as const;

export const readMessages = (id: string, signal?: AbortSignal): Promise<readonly StatusMessage[]> =>
  fetchData('GET', `feedback/${encodeURIComponent(id)}/status-messages`, { signal });

export const previewMessage = (body: PreviewBody, signal?: AbortSignal): Promise<StatusMessagePreview> =>
  fetchData('POST', 'status-messages/preview', { body, signal });

export const sendTest = (body: TestBody): Promise<SentTest> =>
  fetchData('POST', 'status-messages/test', { body });

/** Holds messages; returns them. */
export const tell = (body: TellBody): Promise<readonly StatusMessage[]> =>
  fetchData('POST', 'status-messages', { body });

/**
 * As `tell`, instead of the held message of an item. Without a text, it would keep the text of that message, so that one
 * is cancelled first.
 */
export async function tellInstead(held: StatusMessage, body: TellBody): Promise<readonly StatusMessage[]> {
  if (held.message === null || body.message !== null) return tell(body);
  await cancelMessage(held);
  return tell({ ...body, items: [{ id: held.feedback_id, previous_status: held.previous_status }] });
}

export const cancelMessage = ({ id, feedback_id: itemId }: StatusMessage): Promise<void> =>
  call('DELETE', `feedback/${itemId}/status-messages/${id}`);

/** The held messages about these items. */
export async function readHeld(items: readonly ChangedStatus[]): Promise<readonly StatusMessage[]> {
  const lists = await Promise.all(items.map(({ id }) => readMessages(id)));
  return lists.flat().filter(({ state }) => state === 'held');
}

export const reloadMessages = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: MESSAGES });
