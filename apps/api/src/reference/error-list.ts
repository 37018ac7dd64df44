import { ERROR_CODES } from '../http/responses/error-codes';
import type { CodeText } from '../http/responses/input-error-codes';
import type { OpenApiDocument, Ref, Response } from '../openapi/openapi.types';

/** An error code of the REST API with what the examples of the OpenAPI document show of it. */
export interface ListedError {
  readonly code: string;
  readonly type: string;
  readonly statuses: readonly number[];
  readonly messages: readonly string[];
  readonly text: CodeText;
}

interface Shown {
  readonly type: string;
  readonly statuses: Set<number>;
  readonly messages: Set<string>;
}

/** Returns the error codes that the document has an example of, in the order of `ERROR_CODES`. */
export function errorsOf(document: OpenApiDocument): readonly ListedError[] {
  const shown = shownIn(document);
  return Object.entries(ERROR_CODES).flatMap(([code, text]): ListedError[] => {
    const error = shown.get(code);
    return error
      ? [
          {
            code,
            text,
            type: error.type,
            statuses: [...error.statuses].sort(),
            messages: [...error.messages],
          },
        ]
      : [];
  });
}

/** Returns the type, the statuses, and the messages of each code in the examples. */
export function shownIn(document: OpenApiDocument): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>();
  for (const [status, response] of responsesOf(document)) {
    for (const { value } of Object.values(response.content?.['application/json']?.examples ?? {})) {
      const { error } = value as { error?: { type: string; code: string; message: string } };
      if (!error) continue;
      const { type, code, message } = error;
      const known = shown.get(code) ?? { type, statuses: new Set(), messages: new Set() };
      shown.set(code, known);
      known.statuses.add(status);
      known.messages.add(message);
    }
  }
  return shown;
}

function responsesOf(document: OpenApiDocument): [number, Response][] {
  const { paths, components } = document;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const resolved = (response: Response | Ref): Response =>
    '$ref' in response ? components.responses[response.$ref.split('/').at(-1)!]! : response;
  return [...operations, ...Object.values(document['x-other-requests'])].flatMap(({ responses }) =>
    Object.entries(responses).map(([status, response]): [number, Response] => [
      Number(status),
      resolved(response),
    ]),
  );
}
