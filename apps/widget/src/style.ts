import { position } from './settings';

/*
 * The build takes the white space out. What a page says about every element reaches the host alone, and there `all`
 * wins, being important inside of the shadow tree. Sizes are in em, of the size the visitor has chosen: rem would be
 * the page's. A q is a quarter of a millimetre, .94 px. Colours are the system's, in the scheme of the page, which alone
 * comes in from outside: light where it says nothing. A color nobody understands leaves the system's buttons. Without
 * `min-width` a field would be as wide as twenty letters of a large font.
 *
 * Text on the color is white or black by `y`, its relative luminance: at .18 either has a contrast above 4.5. The width
 * leaves room beside the dialog on a phone, and at twice the size of text just fits into what the browser allows it.
 * The red of a fault has a contrast above 3, as large bold text needs, on the background of either scheme.
 *
 * bottom-right becomes `bottom:1em;right:1em`; of none there is left `display:none`. The launcher follows the trap, a
 * hidden field beside the dialog.
 */
export const sheet = new CSSStyleSheet();

/** Again once the color of the form is known. */
export const paint = (color: string) =>
  sheet.replaceSync(`
:host { all: initial !important; color-scheme: inherit !important; }
* {
  font: 1em system-ui;
  border-radius: 9q;
  min-width: 0;
}
dialog, button, label * {
  padding: 9pt;
  border: 1px solid #888;
}
[open], form, label { display: grid; gap: 1em; width: min(26em,78vw); }
label { gap: 4q; }
output { font: 700 1.3em system-ui; }
#e { color: red; }
form>button, input+* {
  background: ${color};
  color: color(from ${color} xyz${' calc((.18 - y)*9e9)'.repeat(3)});
}
label:has(:optional):after { content: "Optional"; }
input+* {
  position: fixed;
  display: ${position};
  z-index: calc(1/0);
  ${position.replace('-', ':1em;')}: 1em;
}
`);
