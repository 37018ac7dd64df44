import type { ChangedStatus, StatusMessage } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { formatTime } from '../../../ui/time/format-time';
import { cachedItem } from '../../api/items/item-cache';
import { closeNotice, notify, updateNotice, type Notice } from '../notices';
import { cancelMessages } from './cancel-messages';
import { previewMessage, readHeld, reloadMessages } from './message-requests';
import { reportedItems, type Reported } from './reported-items';
import { setOffered, tellTarget, withdrawOffered } from './tell-target';

const texts = t.statusMessages;
/** Long enough to read, decide, and reach the button with the keyboard. */
const OFFER_MS = 20_000;
const READ_MAX = 20;

interface ShownNotice {
  readonly id: string;
  readonly notice: Notice;
}

/** Adds to the notice about changes of the status, if anyone follows the items. */
export async function offer(
  queryClient: QueryClient,
  setting: 'ask' | 'always',
  items: readonly ChangedStatus[],
  { id, notice }: ShownNotice,
): Promise<void> {
  const shown = { ...notice, timeout: OFFER_MS };
  const isAlways = setting === 'always';
  reloadMessages(queryClient);
  if (items.length > BATCH_MAX) {
    if (isAlways) updateNotice(id, { ...shown, text: `${notice.text} ${texts.soonAll}` });
    return;
  }
  const { reported, dueAt } = await readReported(queryClient, items);
  const recipients = reported.length > 0 ? await recipientsOf(reported) : 0;
  if (recipients === 0) return;
  if (isAlways || dueAt !== null) {
    const told = isAlways ? texts.soon(recipients) : texts.soonAt(recipients, formatTime(dueAt!));
    const run = () => void cancelMessages(queryClient, () => readHeld(reported));
    updateNotice(id, { ...shown, text: `${notice.text} ${told}`, other: { label: texts.cancel, run } });
  } else {
    const other = { label: texts.offer(recipients), run: () => tellTarget.set(reported) };
    const onClose = () => withdrawOffered(reported);
    if (updateNotice(id, { ...shown, other, onClose })) setOffered(reported, () => closeNotice(id));
  }
}

const recipientsOf = async (items: readonly ChangedStatus[]): Promise<number> =>
  (await previewMessage({ items, message: null })).recipients;

/** The held messages of a few items decide what is reported. Of many, they are not read. */
async function readReported(queryClient: QueryClient, items: readonly ChangedStatus[]): Promise<Reported> {
  if (items.length > READ_MAX) return { reported: items, dueAt: null };
  const held = await readHeld(items);
  return reportedItems(items, held, (id) => cachedItem(queryClient, id)?.status);
}

/** Reports held messages, with a button that cancels them. */
export function notifyHeld(
  queryClient: QueryClient,
  recipients: number,
  messages: readonly StatusMessage[],
): void {
  reloadMessages(queryClient);
  const run = () => void cancelMessages(queryClient, async () => messages);
  notify({
    text: texts.soon(recipients),
    timeout: OFFER_MS,
    action: { label: texts.cancel, run },
  });
}
