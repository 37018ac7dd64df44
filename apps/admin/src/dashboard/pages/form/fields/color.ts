import { ACCENT_PATTERN, accentColours, STANDARD_ACCENT, type AccentColours } from '@libs/contract';

/** The product's own, of the form and of the widget; what is shown while none is chosen. */
export const STANDARD = STANDARD_ACCENT;

export function isColour(text: string): boolean {
  return ACCENT_PATTERN.test(text);
}

/** What the form makes of a colour; null while it is half typed, and where the product's own is worn. */
export function worn(accent: string): AccentColours | null {
  const colour = accent.toLowerCase();
  return isColour(colour) ? accentColours(colour) : null;
}
