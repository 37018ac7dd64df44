import { codePoints } from '@libs/kernel';
import { inlineSource as sourceOf, text } from '../http/html';

/** A gray placeholder for a website, so that the widget stands out. */
const STYLE = `
:root{color-scheme:light dark;--back:#fff;--bar:#e9ebef;--line:#e3e6ec;--soft:#f4f5f8;--ink:#4a5160}
@media(prefers-color-scheme:dark){:root{--back:#16181d;--bar:#2a2e37;--line:#2a2e37;--soft:#1d2026;--ink:#b6bdca}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
i{display:block;height:.7rem;border-radius:.35rem;background:var(--bar)}
.top{display:flex;align-items:center;gap:1.1rem;padding:1rem 1.4rem;border-bottom:1px solid var(--line)}
.top i{width:2.6rem}
.top i:first-child{width:1.5rem;height:1.5rem;border-radius:.45rem;margin-right:auto}
.hero{display:grid;gap:.8rem;padding:2.2rem 1.4rem 1.8rem}
.hero i:nth-child(1){width:62%;height:1.3rem;border-radius:.5rem}
.hero i:nth-child(2){width:88%}
.hero i:nth-child(3){width:74%}
.cards{display:grid;grid-template-columns:1fr 1fr;gap:.9rem;padding:0 1.4rem 1.6rem}
.cards div{display:grid;gap:.6rem;align-content:end;height:8.5rem;padding:1rem;border-radius:.8rem;background:var(--soft)}
.cards i:last-child{width:60%}
button{margin:0 1.4rem 1.6rem;padding:.55rem 1rem;border:1px solid var(--ink);border-radius:.5rem;background:none;color:inherit;font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;

/** The code for a custom button. */
const OWN_BUTTON = `document.querySelector('button').addEventListener('click',()=>feedbackWidget.open())`;

/** Allows only the host of the widget, as a strict website would. Only the dashboard can frame the page. */
export const PREVIEW_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sourceOf(OWN_BUTTON)}`,
  "connect-src 'self'",
  `style-src ${sourceOf(STYLE)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left', 'none'];
const VALUE_MAX = 254;
const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && codePoints(value) <= VALUE_MAX;

/** Characters of CSS colors. The widget puts the color into its style sheet, so a crafted link could inject CSS. */
const COLOR = /^[\w #%(),./+-]+$/;

/** The allowed attributes of the widget's script and their checks. Anything else is ignored. */
const ATTRIBUTES: Readonly<Record<string, (value: unknown) => boolean>> = {
  label: isShort,
  position: (value) => POSITIONS.includes(value as string),
  color: (value) => isShort(value) && COLOR.test(value),
  email: isShort,
};

/** `GET /f/<slug>/widget`: the live widget on a placeholder website, with the options from the dashboard. */
export function widgetPreview(slug: string, query: Readonly<Record<string, unknown>>): string {
  const attributes = Object.entries(ATTRIBUTES)
    .filter(([name, isAllowed]) => isAllowed(query[name]))
    .map(([name]) => ` data-${name}="${text(query[name] as string)}"`);
  const ownButton =
    query['position'] === 'none'
      ? `<button type="button">Your own button</button><script>${OWN_BUTTON}</script>`
      : '';
  const card = '<div><i></i><i></i></div>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Widget preview</title><meta name="robots" content="noindex"><style>${STYLE}</style></head>
<body><div aria-hidden="true"><div class="top"><i></i><i></i><i></i><i></i></div><div class="hero"><i></i><i></i><i></i></div></div>
${ownButton}
<div class="cards" aria-hidden="true">${card.repeat(4)}</div>
<script src="/widget.js" data-slug="${text(slug)}"${attributes.join('')} async></script></body></html>
`;
}
