import { styleSource } from '../http/html';

const STYLE = `:root{color-scheme:light dark}body{display:grid;place-content:center;min-height:100vh;margin:0;padding:1.25rem;box-sizing:border-box;font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;color:light-dark(#181b22,#eceef3);background:light-dark(#f5f6f8,#121419)}h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.2}p{margin:0 0 1.25rem;color:light-dark(#555d6d,#a8b0bf)}a{color:light-dark(#3454d1,#93a7ff)}a:focus-visible{outline:2px solid;outline-offset:3px;border-radius:.2rem}`;

export const NOT_FOUND_POLICY = `default-src 'none'; style-src ${styleSource(STYLE)}; base-uri 'none'; frame-ancestors 'none'`;

/** The page for unknown paths in a browser. It is the same for every path. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title><meta name="robots" content="noindex"><style>${STYLE}</style></head>
<body><main><h1>Page not found</h1><p>Check the URL, or go to the dashboard.</p><a href="/app">Go to dashboard</a></main></body></html>
`;
