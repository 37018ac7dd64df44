import type { ChangedStatus, StatusMessage } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { closeNotice, notify, updateNotice, type Notice } from '../notices';
import { cancelMessages } from './cancel-messages';
import { previewMessage, readHeld, reloadMessages } from './message-requests';
import { setOffered, tellTarget, withdrawOffered } from './tell-target';

const texts = t.statusMessages;
/** Long enough to read, decide, and reach the button with the keyboard. */
const OFFER_MS = 20_000;

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
  if (setting === 'always') reloadMessages(queryClient);
  if (items.length > BATCH_MAX) {
    if (setting === 'always') updateNotice(id, { ...shown, text: `${notice.text} ${texts.soonAll}` });
    return;
  }
  const { recipients } = await previewMessage({ items, message: null });
  if (recipients === 0) return;
  if (setting === 'always') {
    const run = () => void cancelMessages(queryClient, () => readHeld(items));
    const other = { label: texts.cancel, run };
    updateNotice(id, { ...shown, text: `${notice.text} ${texts.soon(recipients)}`, other });
  } else {
    const other = { label: texts.offer(recipients), run: () => tellTarget.set(items) };
    const onClose = () => withdrawOffered(items);
    if (updateNotice(id, { ...shown, other, onClose })) setOffered(items, () => closeNotice(id));
  }
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
