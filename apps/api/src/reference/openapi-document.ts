import type { Config } from '../config';
import { batch } from '../batch/batch.openapi';
import { events } from '../events/events.openapi';
import { feedbackExport } from '../export/export.openapi';
import {
  COMMON_FAILURES,
  errorSchema,
  failureRefs,
  failures,
  otherResponses,
} from '../openapi/error-responses';
import { feedback } from '../items/items.openapi';
import { EXAMPLE_URL, headerComponents, headerRefs } from '../openapi/headers';
import { history } from '../history/history.openapi';
import { feedbackImport } from '../import/import.openapi';
import { key } from '../api-keys/key.openapi';
import { publicCards } from '../public-cards/public-cards.openapi';
import { changelog } from '../changelog/changelog.openapi';
import { votes } from '../votes/votes.openapi';
import { statusMessages } from '../status-messages/status-messages.openapi';
import { requests } from '../requests/requests.openapi';
import { similar } from '../similar/similar.openapi';
import { tags } from '../tags/tags.openapi';
import { stats } from '../stats/stats.openapi';
import { webhookRequests } from '../webhooks/webhook-requests.openapi';
import { webhooks } from '../webhooks/webhooks.openapi';
import {
  type Components,
  type ErrorResponse,
  type OpenApiDocument,
  type Operation,
  type Resource,
  type Response,
} from '../openapi/openapi.types';
import { API_BASE } from '../openapi/operation';

/** Every resource of the API. */
const RESOURCES: readonly Resource[] = [
  feedback,
  similar,
  requests,
  statusMessages,
  publicCards,
  votes,
  history,
  batch,
  feedbackExport,
  feedbackImport,
  tags,
  changelog,
  stats,
  events,
  webhooks,
  key,
];

const DESCRIPTION = `Use the Feedback API to list, create, update, and delete the feedback items of your account.

**Authentication.** Send an API key of your account in the \`X-API-Key\` header of each request. Keep \`full\` and \`read\` keys on a server. In the source of a web page, use a \`submit\` key that is restricted to your origins, or link to the form.

**Responses.** A successful response is \`{"data": …}\`; an error is \`{"error": …}\` with a \`type\`, a \`code\`, a \`message\`, and a \`doc_url\` that explains the code. Responses can get new fields: ignore fields that you do not know. Requests with unknown fields or parameters return 400.

**Rate limits.** Each API key has a limit per hour and a limit per minute, across all operations. The \`RateLimit\` header shows how many requests remain. When you exceed a limit, the API returns 429 with a \`Retry-After\` header; that request does not count.

**Retries.** To retry a create, batch update, or import safely, send the same \`Idempotency-Key\` each time. You can retry \`PATCH\` and \`DELETE\` without it. If a response has \`Retry-After\`, wait that many seconds first.

**Methods.** \`HEAD\` returns the status and headers of \`GET\` without a body. \`OPTIONS\` needs no API key and does not count toward rate limits. An unsupported method returns 405 with an \`Allow\` header.`;

/** That of `package.json`: all rights are reserved. */
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

const OPTIONS: Response = {
  description: 'The methods of the path, for example for a CORS preflight. Needs no API key.',
  headers: headerRefs(
    'Allow',
    'Access-Control-Allow-Methods',
    'Access-Control-Allow-Headers',
    'Access-Control-Max-Age',
  ),
};

/** Responses to a request with an API key that matches no operation. */
const unmatched = (name: 'MethodNotAllowed' | 'UnknownEndpoint') => ({
  ...otherResponses('MalformedRequest', 'Forbidden', name),
  ...failureRefs(...COMMON_FAILURES),
});

/** The OpenAPI 3.1 document of the REST API as plain JSON, generated from the code that serves the API. */
export function openApiDocument({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Feedback API',
      version: '1.0',
      description: DESCRIPTION,
      contact: { name: 'Feedback service', url: `${PUBLIC_URL}/docs` },
      license: LICENSE,
    },
    servers: [{ url: `${PUBLIC_URL}${API_BASE}` }],
    security: [{ ApiKey: [] }],
    tags: RESOURCES.map(({ tag }) => tag),
    paths: paths(),
    webhooks: webhookRequests,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Create an API key in the dashboard under "API & Developer".',
        },
      },
      schemas: { ErrorResponse: errorSchema, ...mergeComponents('schemas') },
      parameters: mergeComponents('parameters'),
      headers: headerComponents,
      responses: {
        ...Object.fromEntries(
          [...RESOURCES, { failures }].flatMap((from) =>
            Object.entries<ErrorResponse>(from.failures).map(([name, { response }]) => [name, response]),
          ),
        ),
      },
    },
    'x-other-requests': {
      options: {
        description: 'An OPTIONS request to any path.',
        responses: {
          204: OPTIONS,
          ...otherResponses('MalformedRequest'),
          ...failureRefs('HeadersTooLarge'),
        },
      },
      unknownMethod: {
        description: 'A method that the endpoint does not support.',
        responses: unmatched('MethodNotAllowed'),
      },
      unknownPath: {
        description: 'A path that does not exist.',
        responses: unmatched('UnknownEndpoint'),
      },
    },
  };
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_URL, PUBLIC_URL)) as OpenApiDocument;
}

/** A body is required unless all its fields are optional (conventions.md 7). */
function withRequirement(operation: Operation, schemas: Components['schemas']): Operation {
  const { requestBody } = operation;
  if (!requestBody) return operation;
  const required = Object.values(requestBody.content).some(({ schema }) => {
    const body = '$ref' in schema ? schemas[String(schema.$ref).split('/').at(-1)!]! : schema;
    return body['type'] !== 'object' || body['required'] !== undefined;
  });
  return { ...operation, requestBody: { ...requestBody, required } };
}

function paths(): OpenApiDocument['paths'] {
  const schemas = mergeComponents('schemas');
  const byPath: Record<string, Record<string, Operation>> = {};
  for (const { tag, operations } of RESOURCES) {
    for (const { path, method, operation } of operations) {
      (byPath[path] ??= {})[method] = withRequirement({ ...operation, tags: [tag.name] }, schemas);
    }
  }
  return byPath;
}

const mergeComponents = <K extends 'schemas' | 'parameters'>(kind: K): Components[K] =>
  Object.assign({}, ...RESOURCES.map((resource) => resource[kind])) as Components[K];
