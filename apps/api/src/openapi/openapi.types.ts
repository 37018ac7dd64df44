/** The part of OpenAPI 3.1 that the document uses. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Ref {
  readonly $ref: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface Header {
  readonly description: string;
  /** Whether every response that lists it has it. */
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Content {
  readonly schema: Schema | Ref;
  readonly examples: Readonly<Record<string, Example>>;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Ref>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** By status. */
export type Responses = Readonly<Record<string, Response | Ref>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema | Ref;
  readonly example: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Ref[];
  readonly requestBody?: {
    readonly description: string;
    readonly required: boolean;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Responses;
}

/** A request that the service sends. */
export interface WebhookRequest extends Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description'> {
  /** No API key is sent. */
  readonly security: readonly [];
  readonly parameters: readonly Ref[];
  readonly requestBody: NonNullable<Operation['requestBody']>;
  /** By status: how the service handles the response. */
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string; readonly url: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookRequest }>>;
  readonly components: Components & { readonly securitySchemes: Readonly<Record<string, Schema>> };
  /** Responses to requests that match no operation. OpenAPI has no place for them, but clients get them. */
  readonly 'x-other-requests': Readonly<
    Record<'options' | 'unknownMethod' | 'unknownPath', { description: string; responses: Responses }>
  >;
}

/** An error response and its status. */
export interface ErrorResponse {
  readonly status: number;
  readonly response: Response;
}

/** The operations of one resource, and the components that only it uses. */
export interface Resource extends Pick<Components, 'schemas' | 'parameters'> {
  readonly tag: OpenApiDocument['tags'][number];
  readonly failures: Readonly<Record<string, ErrorResponse>>;
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Omit<Operation, 'tags'>;
}

export const ref = (kind: keyof Components, name: string): Ref => ({ $ref: `#/components/${kind}/${name}` });
