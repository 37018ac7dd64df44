import { position } from './settings';

/*
 * What is needed before `dialog.css` is loaded. The build removes the whitespace. Styles of the page apply only to the
 * host, where `all` overrides them because it is important inside the shadow tree. Sizes are in em, relative to the
 * font size that the visitor chose; rem would depend on the page. A q is a quarter of a millimeter, 0.94 px. Colors are
 * system colors in the color scheme of the page, light by default. An invalid color leaves the default buttons of the
 * browser.
 *
 * Text on the accent color is white or black by `y`, its relative luminance: at .18, both have a contrast above 4.5.
 * The width leaves a margin next to the dialog on a phone, and fits on the screen when text is twice as large.
 *
 * bottom-right becomes `bottom:1em;right:1em`; none becomes `display:none`. `input+*` is the launcher, which follows
 * the honeypot, a hidden field next to the dialog.
 */
export const sheet = new CSSStyleSheet();
/** Contains `dialog.css` from when the dialog is first opened. */
export const look = new CSSStyleSheet();

/** Called again when the color of the form and the word for fields that can stay empty are known. */
export const paint = (color: string, optional?: string) =>
  sheet.replaceSync(`
:host { all: initial !important; color-scheme: inherit !important; }
* {
  font: 1em system-ui;
  border-radius: 9q;
}
dialog, button {
  padding: 9pt;
  border: 1px solid #888;
}
[open] { width: min(26em,78vw); }
form { --o: "${optional}"; }
form>button, input+* {
  background: ${color};
  color: color(from ${color} xyz${' calc((.18 - y)*9e9)'.repeat(3)});
}
input+* {
  font-weight: 600;
  box-shadow: 0 2px 9px #0005;
  position: fixed;
  display: ${position};
  z-index: calc(1/0);
  ${position.replace('-', ':1em;')}: 1em;
}
`);
