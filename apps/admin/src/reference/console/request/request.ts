import type { ContentEntry, OperationEntry, ParameterEntry } from '../../document/reference';

/** What somebody has filled in for one operation. */
export interface RequestDraft {
  /** By `parameterKey`; an empty one is not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly body: string;
  /** Sent instead of the text. */
  readonly file: File | null;
}

/** A call as it goes out, without its key: that is nobody's business but the sender's. */
export interface ApiRequest {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, or the name of a file. */
  readonly body: { readonly text: string } | { readonly file: string } | null;
}

export const parameterKey = ({ in: location, name }: Pick<ParameterEntry, 'in' | 'name'>): string =>
  `${location}:${name}`;

/** Nothing filled in but the body: its first example. */
export function createDraft({ body }: OperationEntry): RequestDraft {
  const content = body?.contents[0];
  return { values: {}, mediaType: content?.type ?? '', body: content?.examples[0]?.text ?? '', file: null };
}

export const selectedContent = (
  { body }: OperationEntry,
  { mediaType }: RequestDraft,
): ContentEntry | undefined => body?.contents.find(({ type }) => type === mediaType);

/** What is missing or cannot be sent at all, by parameter; the service judges everything else. */
export function findInvalidParameters(
  operation: OperationEntry,
  draft: RequestDraft,
): readonly ParameterEntry[] {
  return operation.parameters.filter((parameter) => {
    const value = draft.values[parameterKey(parameter)] ?? '';
    return value === '' ? parameter.required : parameter.in === 'header' && !isHeaderValue(value);
  });
}

/** RFC 9110 5.5, as far as a browser sends it. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\xa0-\xff]*$/.test(value);

export const isJson = (mediaType: string): boolean => /^application\/(?:[\w.-]+\+)?json$/.test(mediaType);

/** What a JSON parser says about the body; null when there is nothing to say. */
export function findJsonError({ mediaType, body, file }: RequestDraft): string | null {
  if (!isJson(mediaType) || file) return null;
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether anything may be different afterwards: nothing is after reading, or where a rehearsal is asked for. */
export const mayChangeData = ({ method }: OperationEntry, { values, body, file }: RequestDraft): boolean =>
  method !== 'get' &&
  values['query:dry_run'] !== 'true' &&
  (file !== null || !/"dry_run"\s*:\s*true/.test(body));

export function buildRequest(operation: OperationEntry, draft: RequestDraft): ApiRequest {
  const parameters = operation.parameters
    .map((parameter) => ({ ...parameter, value: draft.values[parameterKey(parameter)] ?? '' }))
    .filter(({ value }) => value !== '');
  const path = operation.path.replace(/\{([^}]+)\}/g, (placeholder, name: string) => {
    const value = parameters.find((one) => one.in === 'path' && one.name === name)?.value;
    return value === undefined ? placeholder : encodeValue(value);
  });
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, value }) => `${encodeValue(name)}=${encodeValue(value)}`)
    .join('&');
  const content = selectedContent(operation, draft);
  return {
    method: operation.method.toUpperCase(),
    path: query ? `${path}?${query}` : path,
    headers: [
      ...parameters.filter((one) => one.in === 'header').map(({ name, value }) => [name, value] as const),
      ...(content ? [['Content-Type', content.type] as const] : []),
    ],
    body: content ? (draft.file ? { file: draft.file.name } : { text: draft.body }) : null,
  };
}

/** What is no text in Unicode (half a surrogate pair) becomes what a URL says instead of it. */
const encodeValue = (value: string): string => encodeURIComponent(value.toWellFormed());
