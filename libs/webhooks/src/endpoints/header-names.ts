/** Characters of a header name (RFC 9110, section 5.6.2). Excludes pseudo-headers such as `:path`. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;

/** Headers that the service sets, and hop-by-hop headers. */
const RESERVED =
  /^(host|content-.*|webhook-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Whether requests of an endpoint can have a custom header with this name (webhooks.md 3). */
export const isAllowedHeaderName = (name: string): boolean => TOKEN.test(name) && !RESERVED.test(name);
