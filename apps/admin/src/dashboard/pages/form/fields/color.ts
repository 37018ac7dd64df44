import { ACCENT_PATTERN, accentColours, STANDARD_ACCENT, type AccentColours } from '@libs/contract';

/** The product's own, of the form and of the widget; what is shown while none is chosen. */
export const DEFAULT_ACCENT = STANDARD_ACCENT;

export function isColor(text: string): boolean {
  return ACCENT_PATTERN.test(text);
}

/** What the form makes of a colour; null while it is half typed, and where the product's own is worn. */
export function accentVariants(accent: string): AccentColours | null {
  const color = accent.toLowerCase();
  return isColor(color) ? accentColours(color) : null;
}
