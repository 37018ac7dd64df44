/** The nonce of this response's content security policy, for style elements. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';

// react-remove-scroll, which locks scrolling behind dialogs, reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
