import { hasVisible, trimmed } from '@libs/kernel';
import { scriptElement } from '../../../../ui/code/script-element';
import { isColor, DEFAULT_ACCENT } from '../fields/color';

export const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left', 'none'] as const;
export type WidgetPosition = (typeof POSITIONS)[number];

/** Options of the widget script; stored only in the snippet itself. */
export interface WidgetOptions {
  /** Label of the button; empty for the default. */
  readonly label: string;
  readonly position: WidgetPosition;
  /** `#rrggbb`; empty or incomplete for the default. */
  readonly color: string;
}

/** Defaults of the widget; the snippet omits these attributes. */
export const WIDGET_DEFAULTS: WidgetOptions = { label: 'Feedback', position: 'bottom-right', color: '' };

/** HTML to paste into a page. */
export const widgetSnippet = (baseUrl: string, slug: string, options: WidgetOptions): string =>
  scriptElement(`${baseUrl}/widget.js`, { slug, ...toAttributes(options) });

/** The same attributes as a query string for the preview page. */
export const previewQuery = (options: WidgetOptions): string =>
  new URLSearchParams(toAttributes(options)).toString();

/** The sources that a website's content security policy must allow. */
export function contentSecurityPolicy(baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  return `script-src ${origin}; connect-src ${origin}`;
}

/** Opens the widget from a button of the website. */
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
