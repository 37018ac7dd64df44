import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import type { RouteAccess } from '../http/routes';
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

/** All operations live under this path; it is part of the server's address. */
export const API_BASE = '/api/v1';

/** A body: the name of its schema among the components, and examples. */
export interface BodyText {
  readonly schema: string;
  readonly examples: Readonly<Record<string, Example>>;
}

/** What decorators cannot say. */
export interface OperationText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Names of components. */
  readonly parameters?: readonly string[];
  readonly body?: BodyText;
  /** By media type, where they are not one and the same; in this order. */
  readonly bodies?: Readonly<Record<string, BodyText>>;
  readonly success: Response;
  /** Further answers, by status; those of the pipeline come by themselves unless one here says more. */
  readonly answers: Readonly<Record<string, Response | Ref>>;
}

/**
 * A method of a controller as an operation. Path, method, status of success, media types, largest body and who may
 * call it come from the decorators that the router obeys.
 */
export function operation<C>(
  controller: Type<C>,
  handler: keyof C & string,
  says: OperationText,
): DescribedOperation {
  const target = controller.prototype[handler] as object;
  const access = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, target) as RouteAccess;
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, target) as RequestMethod].toLowerCase();
  const { operationId, summary, parameters, body, bodies, success, answers } = says;
  const bodyOf = (type: string) => bodies?.[type] ?? body!;
  const requestBody = (body ?? bodies) && {
    description: `At most ${access.bodyLimit} bytes.`,
    required: true as const,
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
    description: `${says.description}\n\nFor keys with permission ${quoted(access.permissions ?? [])}.`,
    ...(parameters && { parameters: parameters.map((name) => ref('parameters', name)) }),
    ...(requestBody && { requestBody }),
    responses: {
      [successOf(target, method)]: success,
      ...failureRefs(...pipelineFailures(method, access)),
      ...answers,
    },
  };
  return { path: pathOf(controller, target), method, operation: described };
}

/** A success with a body, and with the headers every answer to an accepted key carries. */
export const answer = (
  description: string,
  schema: string,
  examples: Readonly<Record<string, Example>>,
  ...headers: readonly HeaderName[]
): Response => ({
  ...emptyAnswer(description, ...headers),
  content: { 'application/json': { schema: ref('schemas', schema), examples } },
});

/** A file, in one of several media types. */
export const fileAnswer = (
  description: string,
  content: Readonly<Record<string, Content>>,
  ...headers: readonly HeaderName[]
): Response => ({ ...emptyAnswer(description, ...headers), content });

export const emptyAnswer = (description: string, ...headers: readonly HeaderName[]): Response => ({
  description,
  headers: headerRefs(...RATE_LIMITS, ...headers),
});

/** `api/v1/feedback` and `:id` become `/feedback/{id}`. */
function pathOf(controller: Type, target: object): string {
  const parts = [controller, target].map(
    (decorated) => Reflect.getMetadata(PATH_METADATA, decorated) as string,
  );
  const path = `/${parts.flatMap((part) => part.split('/').filter(Boolean)).join('/')}`;
  if (!path.startsWith(`${API_BASE}/`)) throw new Error(`${path} is not below ${API_BASE}`);
  return path.slice(API_BASE.length).replace(/:(\w+)/g, '{$1}');
}

function successOf(target: object, method: string): number {
  return (
    (Reflect.getMetadata(HTTP_CODE_METADATA, target) as number | undefined) ?? (method === 'post' ? 201 : 200)
  );
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ');
