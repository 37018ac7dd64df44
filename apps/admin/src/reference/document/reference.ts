import { t } from '../../messages';
import { schemaFacts, schemaFields, formatValue, schemaType, type Fact, type Field } from './fields';
import {
  METHODS,
  resolveRef,
  type Content,
  type Header,
  type Method,
  type OpenApiDocument,
  type Operation,
  type OrRef,
  type Parameter,
  type Schema,
} from './openapi';

/** The document as the page shows it, with all references resolved. */
export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  readonly description: string;
  /** The prefix of every path. */
  readonly baseUrl: string;
  readonly groups: readonly Group[];
  readonly operations: readonly OperationEntry[];
  /** Requests that the service sends. */
  readonly webhooks: readonly WebhookEntry[];
  /** Responses to requests that match no operation. */
  readonly otherRequests: readonly {
    readonly description: string;
    readonly responses: readonly ResponseEntry[];
  }[];
}
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationEntry[];
}
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterEntry[];
  readonly body: BodyEntry | null;
  readonly responses: readonly ResponseEntry[];
}
export interface ValueEntry {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly facts: readonly Fact[];
  /** As written in a request; empty if the document has none. */
  readonly example: string;
}
export interface ParameterEntry extends ValueEntry {
  readonly in: 'query' | 'path' | 'header';
  readonly schema: Schema;
}
interface BodyEntry {
  readonly description: string;
  readonly required: boolean;
  readonly contents: readonly ContentEntry[];
}
export interface ContentEntry {
  readonly type: string;
  readonly description: string;
  readonly fields: readonly Field[];
  readonly examples: readonly ExampleEntry[];
}
interface ExampleEntry {
  readonly name: string;
  readonly summary: string;
  /** Formatted if JSON, otherwise unchanged. */
  readonly text: string;
}
export interface MessageEntry {
  readonly description: string;
  readonly headers: readonly ValueEntry[];
  readonly contents: readonly ContentEntry[];
}
export interface ResponseEntry extends MessageEntry {
  readonly status: string;
}
/** A request that the service sends, by the type of its event. */
interface WebhookEntry extends MessageEntry {
  readonly type: string;
}

export function buildReference(document: OpenApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [toOperation(document, path, method, operation)] : [];
    }),
  );
  const documentedTags = document.tags ?? [];
  const tags = new Set([...documentedTags.map(({ name }) => name), ...operations.map(({ tag }) => tag)]);
  return {
    title: document.info.title,
    version: document.info.version,
    openapi: document.openapi,
    description: document.info.description ?? '',
    baseUrl: document.servers?.[0]?.url ?? '',
    operations,
    webhooks: Object.entries(document.webhooks ?? {}).map(([type, { post }]) =>
      toWebhook(type, toOperation(document, type, 'post', post)),
    ),
    groups: [...tags]
      .map((name) => ({
        name,
        description: documentedTags.find((tag) => tag.name === name)?.description ?? '',
        operations: operations.filter(({ tag }) => tag === name),
      }))
      .filter((group) => group.operations.length > 0),
    otherRequests: Object.values(document['x-other-requests'] ?? {}).map(
      ({ description = '', responses }) => ({ description, responses: toResponses(document, responses) }),
    ),
  };
}

function toOperation(
  document: OpenApiDocument,
  path: string,
  method: Method,
  operation: Operation,
): OperationEntry {
  const { operationId: id, tags = [], summary, description = '', parameters = [], requestBody } = operation;
  const body = requestBody && resolveRef(document, requestBody);
  return {
    id,
    method,
    path,
    tag: tags[0] ?? '',
    summary: summary ?? id,
    description,
    parameters: parameters.map((parameterOrRef) =>
      toParameter(document, resolveRef<Parameter>(document, parameterOrRef)),
    ),
    body: body
      ? {
          description: body.description ?? '',
          required: body.required ?? false,
          contents: toContents(document, body.content),
        }
      : null,
    responses: toResponses(document, operation.responses),
  };
}

const toWebhook = (type: string, { description, parameters, body }: OperationEntry): WebhookEntry => ({
  type,
  description,
  headers: parameters,
  contents: body?.contents ?? [],
});

function toParameter(document: OpenApiDocument, parameter: Parameter): ParameterEntry {
  if (parameter.in === 'cookie') throw new Error(`Cookie parameters are not supported: ${parameter.name}`);
  return {
    ...toValue(document, parameter.name, parameter),
    in: parameter.in,
    schema: resolveRef<Schema>(document, parameter.schema ?? {}),
  };
}

function toValue(document: OpenApiDocument, name: string, header: Header): ValueEntry {
  const schema = header.schema ?? {};
  return {
    name,
    type: schemaType(document, schema),
    required: header.required ?? false,
    description: header.description ?? resolveRef<Schema>(document, schema).description ?? '',
    facts: schemaFacts(document, schema),
    example: header.example === undefined ? '' : formatValue(header.example),
  };
}

/** Merges media types with the same fields and examples into one entry, named `one or other`. */
export function mergeAlikeContents(contents: readonly ContentEntry[]): readonly ContentEntry[] {
  const entriesByShape = new Map<string, ContentEntry>();
  for (const { type, ...shape } of contents) {
    const key = JSON.stringify(shape);
    const existing = entriesByShape.get(key);
    entriesByShape.set(key, { ...shape, type: existing ? t.docs.facts.either([existing.type, type]) : type });
  }
  return [...entriesByShape.values()];
}

/** Sorted by status, so successful responses come first. */
function toResponses(document: OpenApiDocument, responses: Operation['responses']): readonly ResponseEntry[] {
  return Object.entries(responses)
    .map(([status, responseOrRef]): ResponseEntry => {
      const { description, headers = {}, content = {} } = resolveRef(document, responseOrRef);
      return {
        status,
        description,
        headers: Object.entries(headers).map(([name, header]: [string, OrRef<Header>]) =>
          toValue(document, name, resolveRef<Header>(document, header)),
        ),
        contents: toContents(document, content),
      };
    })
    .sort((one, other) => one.status.localeCompare(other.status));
}

const toContents = (document: OpenApiDocument, contents: Readonly<Record<string, Content>>) =>
  Object.entries(contents).map(([type, { schema, example, examples = {} }]): ContentEntry => ({
    type,
    description: (schema && resolveRef<Schema>(document, schema).description) ?? '',
    fields: schema ? schemaFields(document, schema) : [],
    examples: [
      ...(example === undefined ? [] : [{ name: 'example', summary: '', text: formatExample(example) }]),
      ...Object.entries(examples).map(([name, entry]) => {
        const { summary = name, value } = resolveRef(document, entry);
        return { name, summary, text: formatExample(value) };
      }),
    ],
  }));

const formatExample = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
