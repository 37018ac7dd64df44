import { HEADER_STYLE } from '../visitor-pages/frame.style';

/** The style of the roadmap, besides that of all pages for visitors. */
export const ROADMAP_STYLE = `${HEADER_STYLE}
.wide{max-width:76rem;padding-top:clamp(1.5rem,5vh,3rem)}
.wide .words{max-width:42rem}
nav{display:none;gap:.5rem;overflow-x:auto;margin:0 -1.25rem 1.5rem;padding:.25rem 1.25rem}
nav a{flex:none;padding:.4rem .8rem;border:1px solid var(--line);border-radius:2rem;background:var(--paper);color:inherit;font-size:.9rem;font-weight:600;text-decoration:none}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));gap:2rem 1.25rem;align-items:start}
h2{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5rem;font-size:1rem;line-height:1.4;margin:0}
h2 span{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
.status::before{content:"";flex:none;display:inline-block;width:.6rem;height:.6rem;border-radius:50%;background:var(--dot)}
.new{--dot:#8a93a3}.planned{--dot:#3d7dde}.building{--dot:#c77d10}.shipped{--dot:#2b9a5b}.declined{--dot:#8a93a3}
.when{margin-inline-start:auto;color:var(--soft);font-weight:400;font-size:.85rem}
ul{list-style:none;margin:.85rem 0 0;padding:0;display:grid;gap:.65rem}
li>a{display:block;padding:.85rem 1rem;background:var(--paper);border:1px solid var(--line);border-radius:.8rem;color:inherit;text-decoration:none;box-shadow:0 1px 2px rgb(16 19 28/.04);transition:border-color .12s}
li>a:hover{border-color:var(--link)}
li strong{display:block;font-weight:600;line-height:1.4;overflow-wrap:anywhere}
li small{display:block;margin-top:.3rem;color:var(--soft);font-size:.85rem}
li b{color:var(--ink)}
.none{margin:.85rem 0 0;padding:.85rem 1rem;border:1px dashed var(--line);border-radius:.8rem;color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.4rem .9rem;margin:0 0 1.5rem;color:var(--soft);font-size:.95rem}
.facts b{color:var(--ink)}
.pill{display:inline-flex;align-items:center;gap:.45rem;color:var(--ink);font-weight:600}
.text{white-space:pre-line;overflow-wrap:anywhere;margin:0 0 1.5rem}
.card .text:last-child{margin:0}
.vote{margin:1.25rem 0 0}
.moves{margin:1.5rem 0 0}
ol{list-style:none;margin:.75rem 0 0;padding:0}
ol li{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .75rem;padding:.45rem 0;border-top:1px solid var(--line)}
ol li:first-child{border:0}
ol time{color:var(--soft);font-size:.9rem;margin-inline-start:auto}
@media(max-width:47.9rem){nav{display:flex}}
@media(forced-colors:active){li>a,.none,nav a{border:1px solid}.status::before{border:.3rem solid}}`;

/** The style of cards. */
export const CARD_STYLE = `${ROADMAP_STYLE}
.vote p{margin:0 0 1rem;color:var(--soft)}
.vote label{display:block;font-weight:600;margin:0 0 .4rem}
.vote small{color:var(--soft);font-weight:400}
.vote input{display:block;font:inherit;width:100%;max-width:26rem;min-height:3rem;padding:.6rem .8rem;margin:0 0 1rem;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:.6rem}
.vote input:focus-visible{outline:2px solid var(--link);outline-offset:1px}`;
