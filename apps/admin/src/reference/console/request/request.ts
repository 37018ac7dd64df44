import type { ContentEntry, OperationEntry, ParameterEntry } from '../../document/reference';

/** The user's input for one operation. */
export interface RequestDraft {
  /** Values by `parameterKey`; empty ones are not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly body: string;
  /** Sent instead of `body`. */
  readonly file: File | null;
}

/** The request to send, without the API key: code samples must not contain it. */
export interface ApiRequest {
  readonly method: string;
  /** Relative to the base URL, with the query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text, or the name of a file. */
  readonly body: { readonly text: string } | { readonly file: string } | null;
}

export const parameterKey = ({ in: location, name }: Pick<ParameterEntry, 'in' | 'name'>): string =>
  `${location}:${name}`;

/** A draft with the first example as its body and no other values. */
export function createDraft({ body }: OperationEntry): RequestDraft {
  const content = body?.contents[0];
  return { values: {}, mediaType: content?.type ?? '', body: content?.examples[0]?.text ?? '', file: null };
}

export const selectedContent = (
  { body }: OperationEntry,
  { mediaType }: RequestDraft,
): ContentEntry | undefined => body?.contents.find(({ type }) => type === mediaType);

/** Parameters that are missing or that browsers cannot send; the service validates all others. */
export function findInvalidParameters(
  operation: OperationEntry,
  draft: RequestDraft,
): readonly ParameterEntry[] {
  return operation.parameters.filter((parameter) => {
    const value = draft.values[parameterKey(parameter)] ?? '';
    return value === '' ? parameter.required : parameter.in === 'header' && !isHeaderValue(value);
  });
}

/** True for field values of RFC 9110 5.5 that browsers can send. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\xa0-\xff]*$/.test(value);

export const isJson = (mediaType: string): boolean => /^application\/(?:[\w.-]+\+)?json$/.test(mediaType);

/** The syntax error of a JSON body; null if it is valid or not JSON. */
export function findJsonError({ mediaType, body, file }: RequestDraft): string | null {
  if (!isJson(mediaType) || file) return null;
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** True if the request may change data: not a GET and not a dry run. */
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

/** Replaces unpaired surrogates with U+FFFD, because URLs cannot contain them. */
const encodeValue = (value: string): string => encodeURIComponent(value.toWellFormed());
