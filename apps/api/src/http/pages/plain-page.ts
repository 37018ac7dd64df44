import { inlineSource, text } from '../html';

const STYLE = `:root{color-scheme:light dark}body{display:grid;place-content:center;min-height:100vh;margin:0;padding:1.25rem;box-sizing:border-box;font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;color:light-dark(#181b22,#eceef3);background:light-dark(#f5f6f8,#121419)}h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.2}p{margin:0 0 1.25rem;color:light-dark(#555d6d,#a8b0bf)}a{color:light-dark(#3454d1,#93a7ff)}a:focus-visible{outline:2px solid;outline-offset:3px;border-radius:.2rem}button{font:inherit;font-weight:600;color:light-dark(#fff,#10131c);background:light-dark(#3454d1,#93a7ff);border:0;border-radius:.6rem;padding:.75rem 1.5rem;min-height:3rem;cursor:pointer}button:focus-visible{outline:2px solid light-dark(#3454d1,#93a7ff);outline-offset:3px}main{max-width:32rem;overflow-wrap:anywhere}`;

/** Allows the style of plain pages, and forms that are sent to the service. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src ${inlineSource(STYLE)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A page of text without scripts.
 * @param body HTML
 */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><meta name="robots" content="noindex"><style>${STYLE}</style></head>
<body><main><h1>${text(title)}</h1>${body}</main></body></html>
`;
