import { codePoints } from '@libs/kernel';
import { t } from '../../../messages';

/** How many characters are left, or too many; undefined while there is enough room. */
export function remainingText(max: number, text: string): string | undefined {
  const remaining = max - codePoints(text);
  if (remaining > max / 10) return undefined;
  return remaining < 0 ? t.items.over(-remaining) : t.items.left(remaining);
}
