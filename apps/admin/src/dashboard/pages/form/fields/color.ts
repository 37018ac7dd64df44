import { ACCENT_PATTERN, accentColours, STANDARD_ACCENT, type AccentColours } from '@libs/contract';

/** The default color of the form and the widget. */
export const DEFAULT_ACCENT = STANDARD_ACCENT;

export function isColor(text: string): boolean {
  return ACCENT_PATTERN.test(text);
}

/** The variants of a color that the form uses; null for an incomplete color or the default. */
export function accentVariants(accent: string): AccentColours | null {
  const color = accent.toLowerCase();
  return isColor(color) ? accentColours(color) : null;
}
