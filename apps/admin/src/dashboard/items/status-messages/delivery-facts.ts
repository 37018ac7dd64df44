import type { StatusMessage } from '@libs/contract';
import { t } from '../../../messages';

const texts = t.statusMessages.thread;

type Delivery = Pick<StatusMessage, 'state' | 'recipients' | 'delivered' | 'waiting' | 'refused'>;

/** How many people got a message; nothing before it is sent. */
export function deliveryFacts({ state, recipients, delivered, waiting, refused }: Delivery) {
  if ((state !== 'sending' && state !== 'sent') || recipients === 0) return [];
  return [
    ...(state === 'sending' ? [texts.sending] : []),
    texts.delivered(delivered),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
  ];
}
