/**
 * Yields the elements of a JSON array, one page at a time, without its brackets. Yields a space for an empty page, so that
 * a connection on which a search finds nothing for a long time is not idle.
 */
export async function* jsonElements<T>(
  pages: AsyncIterable<readonly T[]>,
  json: (element: T) => unknown,
): AsyncGenerator<string> {
  let comma = '';
  for await (const page of pages) {
    if (page.length === 0) {
      yield ' ';
      continue;
    }
    yield comma + page.map((element) => JSON.stringify(json(element))).join(',');
    comma = ',';
  }
}
