/** Returns the query string of parameters; arrays are repeated parameters. */
export const queryString = (parameters: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(parameters)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${encoded(String(value))}`))
    .join('&');

/** Encodes only what a request line can't contain, so that examples can send characters that should be encoded. */
const encoded = (value: string): string => value.replace(/[\s\0#&]/g, encodeURIComponent);
