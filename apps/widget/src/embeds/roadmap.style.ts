/*
 * The look of the roadmap. The build removes the whitespace. The font is that of the page, whose other styles end at
 * the section. Sizes are in em, relative to that font.
 */
export const ROADMAP_CSS = `
section {
  all: initial;
  display: grid;
  grid-template-columns: repeat(auto-fit,minmax(min(15em,100%),1fr));
  gap: 1.5em 1em;
  align-items: start;
  padding: 1em;
  border-radius: 1em;
  background: light-dark(#f4f5f8,#121419);
  color: light-dark(#181b22,#eceef3);
  font: inherit;
}
h2, ul, p {
  margin: 0;
  font-size: 1em;
}
h2 {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: .5em;
}
h2::before {
  content: "";
  width: .6em;
  height: .6em;
  border: 1px solid;
  border-radius: 50%;
  border-color: var(--c);
  background: var(--c);
}
.new { --c: #8a93a3; }
.planned { --c: #3d7dde; }
.building { --c: #c77d10; }
.shipped { --c: #2b9a5b; }
small {
  color: light-dark(#555d6d,#a8b0bf);
  font-size: .85em;
  font-weight: 400;
}
ul {
  display: grid;
  gap: .65em;
  padding: 0;
  list-style: none;
}
a, p {
  display: block;
  margin-top: .75em;
  padding: .8em 1em;
  border: 1px solid light-dark(#e0e3ea,#2d323d);
  border-radius: .75em;
  color: inherit;
  text-decoration: none;
  overflow-wrap: anywhere;
}
a {
  margin: 0;
  background: light-dark(#fff,#1a1d24);
}
ul {
  margin-top: .75em;
}
a:hover {
  border-color: var(--c);
}
b, a small {
  display: block;
}
p {
  border-style: dashed;
}
`;
