/** Maximum size of the JSON of a context, in bytes of UTF-8 (form.md 8). */
const CONTEXT_MAX = 2_048;

/** Where a visitor writes. */
interface PageContext {
  /** URL without query and fragment, which can be secret. */
  readonly page: string;
  readonly language: string;
  readonly data: object;
}

/**
 * Returns where the visitor writes, with what the page adds.
 * @param json an object, from the attribute of the page's script. Otherwise, and if it is too long, returns undefined and
 * warns who builds the page, because the visitor can't correct it
 */
export function pageContext(
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
  language: string,
  json: string,
): PageContext | undefined {
  const context = { page: origin + pathname, language, data: parsed(json) };
  const isObject = context.data instanceof Object && !Array.isArray(context.data);
  if (isObject && new Blob([JSON.stringify(context)]).size <= CONTEXT_MAX) return context as PageContext;
  // eslint-disable-next-line no-console -- The reader is who builds the page.
  console.warn(`data-context is ignored: it must be the JSON of an object, at most ${CONTEXT_MAX} bytes`);
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
