/** The style of the pages of people, besides that of the frame. */
export const PERSON_STYLE = `
.asked{list-style:none;margin:0 0 1.5rem}
.asked li{padding:1rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.asked li:first-child{border-top:0;padding-top:0}
.asked li:last-child{padding-bottom:0}
.asked p{margin:0}
.asked .title{font-weight:600}
.quiet{color:var(--soft);font-size:.95rem}
.panel{margin:0 0 1.5rem}
.panel h2{font-size:1.15rem;margin:0 0 .4rem}
.panel p{margin:0 0 1rem}
.panel .asked{padding:0}
.panel .title{margin:0}
.ways{display:flex;flex-wrap:wrap;gap:0 1.25rem;align-items:center}
form{margin:0}
.plainly{min-height:2.75rem;padding:.4rem 0;background:none;border:0;color:var(--link);text-decoration:underline;text-underline-offset:.2em;font-weight:400;text-align:start}
.plainly:hover{box-shadow:none;text-decoration-thickness:2px}
.a{display:inline-flex;align-items:center;min-height:2.75rem}
label{display:block;font-weight:600;margin:0 0 .4rem}
input{font:inherit;width:100%;min-height:3rem;padding:.6rem .8rem;margin:0 0 1rem;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:.6rem}
input:focus-visible{outline:2px solid var(--link);outline-offset:1px}
@media(max-width:30rem){.plainly{width:auto}}`;
