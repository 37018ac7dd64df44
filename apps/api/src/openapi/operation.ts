import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import { accessAt, type RouteAccess } from '../http/routes';
import { failureRefs, pipelineFailures } from './error-responses';
import { headerRefs, RATE_LIMITS, type HeaderName } from './headers';
import {
  ref,
  type Content,
  type DescribedOperation,
  type Example,
  type Ref,
  type Response,
} from './openapi.types';

/** Every operation is below this path, which is part of the server URL. */
export const API_BASE = '/api/v1';

/** A request body: the name of its schema component, and its examples. */
export interface BodyText {
  readonly schema: string;
  readonly examples: Readonly<Record<string, Example>>;
}

/** The part of an operation that decorators do not have. */
export interface OperationText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Names of components. */
  readonly parameters?: readonly string[];
  readonly body?: BodyText;
  /** The bodies by media type, in this order, if their schemas differ. */
  readonly bodies?: Readonly<Record<string, BodyText>>;
  readonly success: Response;
  /** More responses, by status. They replace the errors of the pipeline, which are added automatically. */
  readonly otherResponses: Readonly<Record<string, Response | Ref>>;
}

/**
 * Describes a method of a controller as an operation. Path, method, success status, media types, body limit, and
 * permissions come from the decorators that the router uses.
 */
export function operation<C>(
  controller: Type<C>,
  handler: keyof C & string,
  spec: OperationText,
): DescribedOperation {
  const target = controller.prototype[handler] as object;
  const access = accessAt(
    `${API_BASE}/`,
    Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, target) as RouteAccess,
  )!;
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, target) as RequestMethod].toLowerCase();
  const { operationId, summary, parameters, body, bodies, success, otherResponses } = spec;
  const bodyOf = (type: string) => bodies?.[type] ?? body!;
  const requestBody = (body ?? bodies) && {
    description: `Maximum ${access.bodyLimit!.toLocaleString('en')} bytes.`,
    required: true,
    content: Object.fromEntries(
      (bodies ? Object.keys(bodies) : access.consumes!).map((type): [string, Content] => [
        type,
        { schema: ref('schemas', bodyOf(type).schema), examples: bodyOf(type).examples },
      ]),
    ),
  };
  const described: DescribedOperation['operation'] = {
    operationId,
    summary,
    description: `${spec.description}\n\nRequires an API key with permission ${quoted(access.permissions ?? [])}.`,
    ...(parameters && { parameters: parameters.map((name) => ref('parameters', name)) }),
    ...(requestBody && { requestBody }),
    responses: {
      [successOf(target, method)]: success,
      ...failureRefs(...pipelineFailures(method, access)),
      ...otherResponses,
    },
  };
  return { path: pathOf(controller, target), method, operation: described };
}

/** A success response with a JSON body, and with the headers of every response to a valid API key. */
export const jsonResponse = (
  description: string,
  schema: string,
  examples: Readonly<Record<string, Example>>,
  ...headers: readonly HeaderName[]
): Response => ({
  ...emptyResponse(description, ...headers),
  content: { 'application/json': { schema: ref('schemas', schema), examples } },
});

/** A file, in one of several media types. */
export const fileResponse = (
  description: string,
  content: Readonly<Record<string, Content>>,
  ...headers: readonly HeaderName[]
): Response => ({ ...emptyResponse(description, ...headers), content });

export const emptyResponse = (description: string, ...headers: readonly HeaderName[]): Response => ({
  description,
  headers: headerRefs(...RATE_LIMITS, ...headers),
});

/** `api/v1/feedback` and `:id` become `/feedback/{id}`. A controller or method of both APIs has two paths. */
function pathOf(controller: Type, target: object): string {
  const [bases, parts] = [controller, target].map((decorated) =>
    [Reflect.getMetadata(PATH_METADATA, decorated) as string | string[]].flat(),
  );
  const paths = bases!.flatMap((base) =>
    parts!.map((part) => `/${`${base}/${part}`.split('/').filter(Boolean).join('/')}`),
  );
  const path = paths.find((one) => one.startsWith(`${API_BASE}/`));
  if (!path) throw new Error(`${paths.join()} is not below ${API_BASE}`);
  return path.slice(API_BASE.length).replace(/:(\w+)/g, '{$1}');
}

function successOf(target: object, method: string): number {
  return (
    (Reflect.getMetadata(HTTP_CODE_METADATA, target) as number | undefined) ?? (method === 'post' ? 201 : 200)
  );
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ');
