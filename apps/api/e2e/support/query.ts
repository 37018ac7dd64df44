/** Returns the query string of parameters; arrays are repeated parameters. */
export const queryString = (parameters: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(parameters)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${String(value)}`))
    .join('&');
