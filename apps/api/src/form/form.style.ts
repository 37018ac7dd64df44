/** The style of the form and its thank-you page, besides that of all pages for visitors. */
export const FORM_STYLE = `
form{display:grid;gap:1.5rem}
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
button[aria-disabled]{cursor:default;color:var(--soft);background:transparent;border-color:var(--field);box-shadow:none}
#status{flex:1 1 14rem;margin:0;font-size:.95rem;color:var(--soft);overflow-wrap:anywhere}
#status.bad{color:var(--bad)}
#status:empty{display:none}
.tick{display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;background:var(--accent);color:var(--on-accent);border:1px solid var(--link);margin:0 0 1.25rem}
.ways{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.found{list-style:none;margin:0 0 1.5rem;padding-block:.5rem}
.found li{padding:.6rem 0;overflow-wrap:anywhere}
.found li+li{border-top:1px solid var(--line)}
.similar{margin:.6rem 0 0;padding:.7rem .9rem;border:1px solid var(--line);border-radius:.6rem;font-size:.95rem}
.similar:empty{display:none}
.similar ul{list-style:none;margin:.3rem 0 0;padding:0;display:grid;gap:.3rem}
.tick svg{width:1.5rem;height:1.5rem}
@media(forced-colors:active){.tick{border:1px solid}}`;
