/**
 * Colors of the form that depend on the account's accent color, for the page and for its preview in the dashboard.
 * Colors are `#rrggbb`. Contrast is that of WCAG 2.2.
 */
export interface AccentColors {
  readonly accent: string;
  /** White or black, the one with the higher contrast to the accent: at least 4.5:1. */
  readonly onAccent: string;
  /** The accent for links and focus rings, darkened or lightened to a contrast of at least 4.5:1. */
  readonly linkOnLight: string;
  readonly linkOnDark: string;
}

/** Default accent of the form and the widget. */
export const STANDARD_ACCENT = '#3454d1';

/** Worst-case backgrounds: the darkest one of the form's light scheme and the lightest one of its dark scheme. */
export const FORM_BACKGROUNDS = { light: '#f5f6f8', dark: '#1b1e25' };

const READABLE = 4.5;
const BLACK = '#000000';
const WHITE = '#ffffff';

export function accentColors(accent: string, { light, dark } = FORM_BACKGROUNDS): AccentColors {
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

/** Mixes in as little of `towards` as gives the color a sufficient contrast on `ground`. */
function readable(color: string, ground: string, towards: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, towards, part);
    if (contrast(mixed, ground) >= READABLE) return mixed;
  }
  return towards;
}

function mix(color: string, other: string, part: number): string {
  const [from, to] = [channels(color), channels(other)];
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${from.map((channel, i) => hex(channel + (to[i]! - channel) * part)).join('')}`;
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
