import type { Config } from '../config';
import { batch } from '../rest/batch/batch.operations';
import { feedbackExport } from '../rest/export/export.operations';
import { ANYWHERE, errorSchema, failureRefs, failures } from '../openapi/error-responses';
import { feedback } from '../rest/items/feedback.operations';
import { headerRefs, headers } from '../openapi/headers';
import { feedbackImport } from '../rest/import/import.operations';
import { key } from '../rest/key/key.operations';
import {
  ref,
  type Components,
  type ErrorResponse,
  type OpenApiDocument,
  type Operation,
  type Resource,
} from '../openapi/openapi.types';
import { API_BASE } from '../openapi/operation';

/** One line for every resource of the API. */
const RESOURCES: readonly Resource[] = [feedback, batch, feedbackExport, feedbackImport, key];

const DESCRIPTION = `Lists, creates, changes and removes the feedback of your account.

**Key.** Every request carries an API key of the account in the header \`X-API-Key\`. A \`full\` or \`read\` key in a page's source is public: use a \`submit\` key with its origins there, the form, or a server.

**Answers.** Success is \`{"data": …}\`, failure is \`{"error": …}\` with a \`type\`, a \`code\` and a \`message\`. Members may be added to responses: ignore those you do not know. Requests with unknown fields or parameters return 400.

**Limits.** Requests are counted per key, over all operations, in an hour and in a minute. \`RateLimit\` says what is left; 429 comes with \`Retry-After\` and does not count.

**Trying again.** Creating an item, updating many and an import happen once however often they are sent, when each time they carry the same \`Idempotency-Key\`; \`PATCH\` and \`DELETE\` may be sent again as they are. Wait as long as \`Retry-After\` says.

**Methods.** \`HEAD\` answers as \`GET\` does, without the body. \`OPTIONS\` needs no key and does not count. A method that a path does not know is answered 405 with \`Allow\`.`;

/** The OpenAPI 3.1 document of the REST API, as plain JSON, made from the code that serves it. */
export function openApiDocument({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: { title: 'Feedback API', version: '1.0', description: DESCRIPTION },
    servers: [{ url: `${PUBLIC_URL}${API_BASE}` }],
    security: [{ ApiKey: [] }],
    tags: RESOURCES.map(({ tag }) => tag),
    paths: paths(),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Made in the dashboard under "API & Developer".',
        },
      },
      schemas: { ErrorResponse: errorSchema, ...merged('schemas') },
      parameters: merged('parameters'),
      headers,
      responses: {
        ...Object.fromEntries(
          [...RESOURCES, { failures }].flatMap((from) =>
            Object.entries<ErrorResponse>(from.failures).map(([name, { response }]) => [name, response]),
          ),
        ),
        Options: {
          description: 'What this path knows, for browsers (a preflight) and people. No key needed.',
          headers: headerRefs(
            'Allow',
            'Access-Control-Allow-Methods',
            'Access-Control-Allow-Headers',
            'Access-Control-Max-Age',
          ),
        },
      },
    },
    'x-other-requests': {
      options: {
        description: 'OPTIONS, on any path.',
        responses: {
          204: ref('responses', 'Options'),
          ...failureRefs('MalformedRequest', 'HeadersTooLarge'),
        },
      },
      unknownMethod: {
        description: 'A method that the path does not know.',
        responses: failureRefs('MalformedRequest', 'HttpsRequired', 'MethodNotAllowed', ...ANYWHERE),
      },
      unknownPath: {
        description: 'A path that is none of these.',
        responses: failureRefs('MalformedRequest', 'HttpsRequired', 'UnknownEndpoint', ...ANYWHERE),
      },
    },
  };
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

function paths(): OpenApiDocument['paths'] {
  const byPath: Record<string, Record<string, Operation>> = {};
  for (const { tag, operations } of RESOURCES) {
    for (const { path, method, operation } of operations) {
      (byPath[path] ??= {})[method] = { ...operation, tags: [tag.name] };
    }
  }
  return byPath;
}

const merged = <K extends 'schemas' | 'parameters'>(kind: K): Components[K] =>
  Object.assign({}, ...RESOURCES.map((resource) => resource[kind])) as Components[K];
