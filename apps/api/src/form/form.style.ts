import { accentColors, FORM_BACKGROUNDS } from '@libs/contract';

/** Inlined, because a second request would delay the first paint of such a small page. */
export const STYLE = `
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
form{display:grid;gap:1.5rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.15rem,4vw,2rem);box-shadow:0 1px 2px rgb(16 19 28/.04),0 12px 32px -16px rgb(16 19 28/.12)}
.row{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;margin-bottom:.4rem}
label{font-weight:600}
.note,.hint,.count{color:var(--soft);font-size:.875rem;font-weight:400}
.count{font-variant-numeric:tabular-nums;white-space:nowrap}
.count.over{color:var(--bad);font-weight:600}
.hint{margin:-.2rem 0 .5rem}
input,textarea{display:block;width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:.6rem;padding:.7rem .85rem;transition:border-color .12s,box-shadow .12s}
textarea{min-height:9.5rem;max-height:32rem;resize:vertical;field-sizing:content}
input:hover,textarea:hover{border-color:var(--ink)}
input:focus,textarea:focus{outline:2px solid var(--link);outline-offset:-1px;border-color:var(--link);box-shadow:0 0 0 4px color-mix(in srgb,var(--link) 18%,transparent)}
:is(a,button,h1,h2,div,p):focus-visible{outline:2px solid var(--link);outline-offset:3px;border-radius:.3rem}
[aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
[aria-invalid]:focus{outline-color:var(--bad);border-color:var(--bad)}
.error{color:var(--bad);font-size:.9rem;font-weight:500;margin:.4rem 0 0}
.problems{background:var(--bad-back);border:1px solid var(--bad);border-radius:.75rem;padding:.9rem 1.1rem}
.problems h2{font-size:1rem;margin:0 0 .25rem}
.problems ul{margin:0;padding-inline-start:1.1rem}
.problems a{color:var(--bad)}
.problems p{margin:0}
.extra{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.send{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.1rem}
button,.button{font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:1px solid var(--link);border-radius:.6rem;padding:.75rem 1.5rem;min-height:3rem;cursor:pointer;transition:box-shadow .12s}
button:hover{box-shadow:0 0 0 4px color-mix(in srgb,var(--link) 25%,transparent)}
button:focus-visible{border-radius:.6rem}
button[aria-disabled]{cursor:default;color:var(--soft);background:transparent;border-color:var(--field);box-shadow:none}
#status{flex:1 1 14rem;margin:0;font-size:.95rem;color:var(--soft);overflow-wrap:anywhere}
#status.bad{color:var(--bad)}
#status:empty{display:none}
.foot{margin:1.25rem 0 0;color:var(--soft);font-size:.875rem;text-align:center}
a{color:var(--link);text-underline-offset:.2em}
.tick{display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;background:var(--accent);color:var(--on-accent);border:1px solid var(--link);margin:0 0 1.25rem}
.tick svg{width:1.5rem;height:1.5rem}
.foot{text-wrap:balance}
.plain{padding-top:clamp(2.5rem,18vh,9rem)}
@media(max-width:30rem){button{width:100%}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){.card,.mark,.tick{border:1px solid}}`;

/** Replaces the default accent with the color of the account, in both color schemes. */
export function accentStyle(accent: string): string {
  const { onAccent, linkOnLight, linkOnDark } = accentColors(accent);
  return `:root{--accent:${accent};--on-accent:${onAccent};--link:${linkOnLight}}@media(prefers-color-scheme:dark){:root{--accent:${accent};--on-accent:${onAccent};--link:${linkOnDark}}}`;
}
