/* The look of the changelog; see `roadmap.style.ts`. */
export const CHANGELOG_CSS = `
section {
  all: initial;
  display: block;
  padding: 1em;
  border-radius: 1em;
  background: light-dark(#f4f5f8,#121419);
  color: light-dark(#181b22,#eceef3);
  font: inherit;
}
summary {
  font-weight: 600;
  cursor: pointer;
}
mark {
  margin: 0 .5em;
  padding: .1em .5em;
  border-radius: 1em;
  background: #3454d1;
  color: #fff;
  font-size: .85em;
}
ul {
  display: grid;
  gap: .65em;
  margin: .75em 0 0;
  padding: 0;
  list-style: none;
}
a {
  display: block;
  padding: .8em 1em;
  border: 1px solid light-dark(#e0e3ea,#2d323d);
  border-radius: .75em;
  background: light-dark(#fff,#1a1d24);
  color: inherit;
  text-decoration: none;
  overflow-wrap: anywhere;
}
a:hover, .new {
  border-color: light-dark(#3454d1,#93a7ff);
}
.new b::before {
  content: "";
  display: inline-block;
  margin-inline-end: .5em;
  border: .25em solid light-dark(#3454d1,#93a7ff);
  border-radius: 50%;
  vertical-align: .1em;
}
b, time {
  display: block;
}
time {
  color: light-dark(#555d6d,#a8b0bf);
  font-size: .85em;
}
`;
