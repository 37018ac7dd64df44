import { accentColours, type AccentColours } from '@libs/api-client';

/** Of the form page (apps/api/src/form/form.style.ts): what its accents must be readable on. */
const GROUNDS = { light: '#f5f6f8', dark: '#1b1e25' };

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** What the form makes of a colour; null while it is half typed, and where the product's own is worn. */
export function worn(accent: string): AccentColours | null {
  const colour = accent.toLowerCase();
  return isColour(colour) ? accentColours(colour, GROUNDS) : null;
}
