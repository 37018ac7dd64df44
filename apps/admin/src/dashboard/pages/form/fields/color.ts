import { ACCENT_PATTERN, accentColors, STANDARD_ACCENT, type AccentColors } from '@libs/contract';

/** The default color of the form and the widget. */
export const DEFAULT_ACCENT = STANDARD_ACCENT;

export function isColor(text: string): boolean {
  return ACCENT_PATTERN.test(text);
}

/** The variants of a color that the form uses; null for an incomplete color or the default. */
export function accentVariants(accent: string): AccentColors | null {
  const color = accent.toLowerCase();
  return isColor(color) ? accentColors(color) : null;
}
