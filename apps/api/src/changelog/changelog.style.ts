import { HEADER_STYLE } from '../visitor-pages/frame.style';

/** The style of the changelog, besides that of all pages for visitors. */
export const CHANGELOG_STYLE = `${HEADER_STYLE}
main{max-width:44rem;padding-top:clamp(1.5rem,5vh,3rem)}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h2{font-size:1rem;line-height:1.4;margin:2rem 0 .85rem;color:var(--soft)}
h3{font-size:1.25rem;line-height:1.3;margin:0;overflow-wrap:anywhere}
article+article{margin-top:1.25rem}
.when{margin:.2rem 0 .85rem;color:var(--soft);font-size:.9rem}
.md{overflow-wrap:anywhere}
.md :is(p,ul,ol,pre){margin:0 0 .85rem}
.md>:last-child{margin-bottom:0}
.md :is(ul,ol){padding-inline-start:1.5rem}
.md li :is(p,ul,ol){margin:0}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--back);border-radius:.3rem;padding:.1em .3em}
pre{background:var(--back);border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1rem;white-space:pre-wrap}
pre code{background:none;padding:0}
.about{list-style:none;display:flex;flex-wrap:wrap;gap:.5rem;margin:1.25rem 0 0;padding:0}
.about a{display:block;padding:.3rem .75rem;border:1px solid var(--line);border-radius:2rem;font-size:.9rem;text-decoration:none;overflow-wrap:anywhere}
.about a:hover{border-color:var(--link)}
.none{padding:.85rem 1rem;border:1px dashed var(--line);border-radius:.8rem;color:var(--soft)}
.subscribe{margin:2rem 0 0}
.subscribe p{margin:0 0 .85rem;color:var(--soft)}
label{display:block;font-weight:600;margin:0 0 .4rem}
.entry{display:flex;flex-wrap:wrap;gap:.75rem}
input{flex:1 1 14rem;min-width:0;font:inherit;min-height:3rem;padding:.6rem .8rem;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:.6rem}
input:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.older{margin:1.5rem 0 0;text-align:center;font-weight:600}
@media(forced-colors:active){.none,.about a,pre{border:1px solid}}`;
