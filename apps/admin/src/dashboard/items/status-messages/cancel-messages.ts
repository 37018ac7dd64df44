import type { StatusMessage } from '@libs/contract';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { ApiError } from '../../api/requests/client';
import { notify } from '../notices';
import { cancelMessage, reloadMessages } from './message-requests';

const texts = t.statusMessages;

/** Cancels held messages, and reports whether it was in time. */
export async function cancelMessages(
  queryClient: QueryClient,
  read: () => Promise<readonly StatusMessage[]>,
): Promise<void> {
  try {
    const messages = await read();
    const inTime = await Promise.all(messages.map(cancelInTime));
    const isCancelled = messages.length > 0 && inTime.every(Boolean);
    notify({ text: isCancelled ? texts.cancelled : texts.alreadySent });
  } catch (error) {
    const run = () => void cancelMessages(queryClient, read);
    const action = { label: t.items.retry, run };
    notify({ title: texts.cancelFailed, text: errorMessage(error), isError: true, timeout: false, action });
  }
  reloadMessages(queryClient);
}

/** Returns false if the hold has ended. A message that was deleted with its item counts as cancelled. */
async function cancelInTime(message: StatusMessage): Promise<boolean> {
  try {
    await cancelMessage(message);
    return true;
  } catch (error) {
    const { status = 0 } = error instanceof ApiError ? error : {};
    if (status !== 404 && status !== 409) throw error;
    return status === 404;
  }
}
