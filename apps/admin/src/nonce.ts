/** What lets a style element through this response's content security policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

// Whoever locks the page's scrolling behind a dialog (react-remove-scroll) looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
