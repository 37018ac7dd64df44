import type { Webhook } from '@libs/contract';

export type WebhookState = 'active' | 'failing' | 'disabled' | 'disabledByService';

export function stateOf({ status, disabled_reason, health }: Webhook): WebhookState {
  if (status === 'disabled') return disabled_reason ? 'disabledByService' : 'disabled';
  return health.consecutive_failures > 0 ? 'failing' : 'active';
}

/** "98.5%". Rounds down, so that only a rate without failures is 100%. */
export const formatRate = (rate: number): string => `${Math.floor(rate * 1000) / 10}%`;

/** The error of an attempt at the start of a line. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "120 ms", "1.5 s". */
export function formatDuration(
  milliseconds: number,
  texts: { milliseconds(value: number): string; seconds(value: string): string },
): string {
  return milliseconds < 1000
    ? texts.milliseconds(milliseconds)
    : texts.seconds((milliseconds / 1000).toFixed(1));
}
