import { accentColors, FORM_BACKGROUNDS } from '@libs/contract';

/** The style of all pages for visitors. Inlined, because a second request would delay the first paint of such small pages. */
export const FRAME_STYLE = `
:root{color-scheme:light dark;--ink:#181b22;--soft:#555d6d;--line:#e0e3ea;--field:#858d9c;--paper:#fff;--back:${FORM_BACKGROUNDS.light};--accent:#3454d1;--on-accent:#fff;--link:#3454d1;--bad:#b3261e;--bad-back:#fdf1f0}
@media(prefers-color-scheme:dark){:root{--ink:#eceef3;--soft:#a8b0bf;--line:#2d323d;--field:#777f90;--paper:${FORM_BACKGROUNDS.dark};--back:#121419;--accent:#93a7ff;--on-accent:#10131c;--link:#93a7ff;--bad:#ff9d94;--bad-back:#2c1d1f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding:2rem}
body{margin:0;min-height:100vh;background:var(--back);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-font-smoothing:antialiased}
main{max-width:37rem;margin:0 auto;padding:clamp(1.75rem,7vh,5rem) 1.25rem 2.5rem}
.who{display:flex;align-items:center;gap:.65rem;margin:0 0 1.25rem;font-weight:600;font-size:.95rem;overflow-wrap:anywhere}
.mark{flex:none;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:.65rem;background:var(--accent);color:var(--on-accent);font-weight:700;border:1px solid color-mix(in srgb,var(--ink) 12%,transparent)}
h1{font-size:clamp(1.6rem,1.2rem + 1.8vw,2.1rem);line-height:1.2;letter-spacing:-.02em;font-weight:700;margin:0 0 .6rem;text-wrap:balance;overflow-wrap:anywhere}
.words{margin:0 0 1.75rem;color:var(--soft);font-size:1.05rem;white-space:pre-line;overflow-wrap:anywhere;text-wrap:pretty}
.card{background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.15rem,4vw,2rem);box-shadow:0 1px 2px rgb(16 19 28/.04),0 12px 32px -16px rgb(16 19 28/.12)}
:is(a,button,h1,h2,div,p):focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:.3rem}
button,.button{font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:1px solid var(--link);border-radius:.6rem;padding:.75rem 1.5rem;min-height:3rem;cursor:pointer;transition:box-shadow .12s}
button:hover{box-shadow:0 0 0 4px color-mix(in srgb,var(--link) 25%,transparent)}
button:focus-visible{border-radius:.6rem}
.foot{margin:1.25rem 0 0;color:var(--soft);font-size:.875rem;text-align:center}
a{color:var(--link);text-underline-offset:.2em}
.foot{text-wrap:balance}
.plain{padding-top:clamp(2.5rem,18vh,9rem)}
@media(max-width:30rem){button{width:100%}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){.card,.mark{border:1px solid}}`;

/** The style of pages with a header: the account, and a link to its form. */
export const HEADER_STYLE = `
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 1.25rem;margin:0 0 1.5rem}
header .who{margin:0}
.who a{color:inherit;text-decoration:none}
.who a:hover{text-decoration:underline}
.button{display:inline-block;padding:.5rem 1rem;min-height:2.75rem;font-size:.95rem;text-decoration:none}
.button:hover{box-shadow:0 0 0 4px color-mix(in srgb,var(--link) 25%,transparent)}`;

/** Replaces the default accent with the color of the account, in both color schemes. */
export function accentStyle(accent: string): string {
  const { onAccent, linkOnLight, linkOnDark } = accentColors(accent);
  return `:root{--accent:${accent};--on-accent:${onAccent};--link:${linkOnLight}}@media(prefers-color-scheme:dark){:root{--accent:${accent};--on-accent:${onAccent};--link:${linkOnDark}}}`;
}
