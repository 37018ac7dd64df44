import { color, position } from './settings';

/*
 * The build takes the white space out. What a page says about every element reaches the host alone, and there `all`
 * wins, being important inside of the shadow tree. Sizes are in em, of the size the visitor has chosen: rem would be
 * the page's. Colours are the system's, so they follow the scheme; a color nobody understands leaves the system's
 * buttons. Without `min-width` a field would be as wide
 * as twenty letters of a large font. Text on the color is white or black by its lightness: at L = 49 both have a contrast of 4.5.
 *
 * bottom-right becomes `bottom:1em;right:1em`; of none there is left `display:none`.
 */
export const css = `
:host { all: initial !important; }
* {
  color-scheme: light dark;
  font: 1em system-ui;
  border-radius: 9px;
  min-width: 0;
}
dialog, button, label * {
  padding: .7em;
  border: 1px solid #888;
}
dialog { width: 26em; padding: 1em; }
[open], form, label { display: grid; gap: 1em; }
label { gap: 4px; }
output { zoom: 1.3; font-weight: 600; }
::backdrop { background: #0008; }
button:not(form+*) {
  background: ${color};
  color: lab(from ${color} calc((49 - l)*9e9)0 0);
}
:host > button {
  position: fixed;
  display: ${position};
  z-index: 2147483647;
  ${position.replace('-', ':1em;')}: 1em;
  box-shadow: 0 0 1em #0006;
}
`;
