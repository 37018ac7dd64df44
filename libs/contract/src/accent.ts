/**
 * How the form wears an account's colour: on the page itself, and in the dashboard's preview of it. Colours are
 * `#rrggbb`; contrast as WCAG 2.2 defines it.
 */
export interface AccentColours {
  readonly accent: string;
  /** White or black, whichever is easier to read on the accent: 4.5 to 1 or more. */
  readonly onAccent: string;
  /** The accent as links and focus rings wear it: as dark or as light as reading takes. */
  readonly linkOnLight: string;
  readonly linkOnDark: string;
}

/** The product's own: of the form and of the widget. */
export const STANDARD_ACCENT = '#3454d1';

/** What accents must be readable on: the darkest ground of the form's light scheme, the lightest of its dark one. */
export const FORM_GROUNDS = { light: '#f5f6f8', dark: '#1b1e25' };

const READABLE = 4.5;
const BLACK = '#000000';
const WHITE = '#ffffff';

export function accentColours(accent: string, { light, dark } = FORM_GROUNDS): AccentColours {
  return {
    accent,
    onAccent: contrast(accent, WHITE) >= contrast(accent, BLACK) ? WHITE : BLACK,
    linkOnLight: readable(accent, light, BLACK),
    linkOnDark: readable(accent, dark, WHITE),
  };
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour with just as much of `towards` in it as it needs on this ground. */
function readable(colour: string, ground: string, towards: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(colour, towards, part);
    if (contrast(mixed, ground) >= READABLE) return mixed;
  }
  return towards;
}

function mix(colour: string, other: string, part: number): string {
  const [from, to] = [channels(colour), channels(other)];
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${from.map((channel, i) => hex(channel + (to[i]! - channel) * part)).join('')}`;
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
