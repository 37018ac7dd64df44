import { hasVisible, trimmed } from '@libs/kernel';
import { isColor, DEFAULT_ACCENT } from '../fields/color';

export const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left', 'none'] as const;
export type WidgetPosition = (typeof POSITIONS)[number];

/** What the builder can set of the widget's script; nothing of it is kept but in the snippet itself. */
export interface WidgetOptions {
  /** On the button; empty means the widget's own word. */
  readonly label: string;
  readonly position: WidgetPosition;
  /** `#rrggbb`; empty, or half typed, means the widget's own colour. */
  readonly color: string;
}

/** What the widget does by itself; such an attribute need not be written. */
export const WIDGET_DEFAULTS: WidgetOptions = { label: 'Feedback', position: 'bottom-right', color: '' };

/** To be pasted into a page's source. On several lines: one is too long for the box in which it is read. */
export function widgetSnippet(baseUrl: string, slug: string, options: WidgetOptions): string {
  const dataAttributes = Object.entries(toAttributes(options)).map(
    ([name, value]) => `data-${name}="${escapeAttribute(value)}"`,
  );
  const attributes = [
    `src="${escapeAttribute(`${baseUrl}/widget.js`)}"`,
    `data-slug="${escapeAttribute(slug)}"`,
    ...dataAttributes,
    'async',
  ];
  return `<script\n  ${attributes.join('\n  ')}\n></script>`;
}

/** The same attributes for the page on which the dashboard tries the widget out. */
export const previewQuery = (options: WidgetOptions): string =>
  new URLSearchParams(toAttributes(options)).toString();

/** What a website with a content security policy has to let in. */
export function contentSecurityPolicy(baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return `script-src ${origin}; connect-src ${origin}`;
}

/** For a button of the website's own, whatever it looks like. */
export const OPEN_FROM_OWN_BUTTON = `document.querySelector('#feedback').addEventListener('click', () => {
  feedbackWidget.open();
});`;

function toAttributes({ label, position, color }: WidgetOptions): Record<string, string> {
  const text = hasVisible(label) ? trimmed(label) : WIDGET_DEFAULTS.label;
  const accent = color.toLowerCase();
  return {
    ...(text !== WIDGET_DEFAULTS.label && { label: text }),
    ...(position !== WIDGET_DEFAULTS.position && { position }),
    ...(isColor(accent) && accent !== DEFAULT_ACCENT && { color: accent }),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Inert in an attribute between double quotes. */
const escapeAttribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => ENTITIES[character]!);
