/** Maximum size of the JSON of a context, in bytes of UTF-8 (form.md 8). */
const CONTEXT_MAX = 2_048;

/** Where a visitor writes. */
interface PageContext {
  /** URL without query and fragment, which can be secret. */
  readonly page: string;
  readonly language: string;
  readonly data: object | null;
}

/**
 * Returns where the visitor writes, with what the page adds.
 * @param json an object, from the attribute of the page's script. Otherwise, and if it is too long, it is left out, and who
 * builds the page is warned, because the visitor can't correct it
 */
export function pageContext(
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
  language: string,
  json?: string,
): PageContext {
  const context = { page: origin + pathname, language, data: null };
  if (json === undefined) return context;
  const withData = { ...context, data: parsed(json) };
  const isObject = withData.data instanceof Object && !Array.isArray(withData.data);
  if (isObject && new Blob([JSON.stringify(withData)]).size <= CONTEXT_MAX) return withData as PageContext;
  // eslint-disable-next-line no-console -- The reader is who builds the page.
  console.warn(`data-context is ignored: it must be the JSON of an object, at most ${CONTEXT_MAX} bytes`);
  return context;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
