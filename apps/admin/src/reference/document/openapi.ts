/** The subset of OpenAPI 3.1 that this page shows; it ignores everything else. */
interface Ref {
  readonly $ref: string;
  /** Overrides the description of the referenced value. */
  readonly description?: string;
}
export type OrRef<T> = T | Ref;
type NamedMap<T> = Readonly<Record<string, T>>;

/** JSON Schema 2020-12; `fields.ts` turns the keywords into texts. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: NamedMap<OrRef<Schema>>;
  readonly additionalProperties?: boolean | OrRef<Schema>;
  readonly items?: OrRef<Schema>;
  /** A schema and `null`, or a part of the schema. */
  readonly anyOf?: readonly OrRef<Schema>[];
  /** Objects that differ in the value of one property. */
  readonly oneOf?: readonly OrRef<Schema>[];
  readonly discriminator?: { readonly propertyName: string };
  /** Schema of the lines of a text. */
  readonly contentSchema?: OrRef<Schema>;
}

export interface Content {
  readonly schema?: OrRef<Schema>;
  readonly example?: unknown;
  readonly examples?: NamedMap<OrRef<{ readonly summary?: string; readonly value: unknown }>>;
}
export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: OrRef<Schema>;
  readonly example?: unknown;
}
interface OpenApiResponse {
  readonly description: string;
  readonly headers?: NamedMap<OrRef<Header>>;
  readonly content?: NamedMap<Content>;
}
export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
}
export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly OrRef<Parameter>[];
  readonly requestBody?: OrRef<{
    readonly description?: string;
    readonly required?: boolean;
    readonly content: NamedMap<Content>;
  }>;
  readonly responses: NamedMap<OrRef<OpenApiResponse>>;
}
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: NamedMap<Partial<Readonly<Record<Method, Operation>>>>;
  /** Requests that the service sends. */
  readonly webhooks?: NamedMap<{ readonly post: Operation }>;
  readonly components?: object;
  readonly 'x-other-requests'?: NamedMap<Pick<Operation, 'description' | 'responses'>>;
}

/** Resolves a reference by its JSON pointer (RFC 6901) into the document; returns any other value unchanged. */
export function resolveRef<T extends object>(document: OpenApiDocument, valueOrRef: OrRef<T>): T {
  const seenRefs = new Set<string>();
  let value: unknown = valueOrRef;
  while (isRef(value)) {
    const { $ref } = value;
    if (seenRefs.has($ref) || !$ref.startsWith('#/')) throw new Error(`Invalid reference: ${$ref}`);
    seenRefs.add($ref);
    value = $ref
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((part, step) => (isObject(part) ? part[step] : undefined), document);
    if (!isObject(value)) throw new Error(`Reference not found: ${$ref}`);
  }
  return value as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isRef = (value: unknown): value is Ref => isObject(value) && typeof value['$ref'] === 'string';
