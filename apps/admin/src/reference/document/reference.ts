import { t } from '../../messages';
import { factsOf, fieldsOf, shown, typeOf, type Fact, type Field } from './fields';
import {
  METHODS,
  resolved,
  type Content,
  type Header,
  type Method,
  type OpenApiDocument,
  type Operation,
  type OrRef,
  type Parameter,
  type Schema,
} from './openapi';

/** The document as the page shows it: nothing is referred to any more. */
export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  readonly description: string;
  /** What every path continues. */
  readonly baseUrl: string;
  readonly groups: readonly Group[];
  readonly operations: readonly OperationEntry[];
  /** Answers to what is no operation. */
  readonly others: readonly { readonly description: string; readonly answers: readonly AnswerEntry[] }[];
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
  readonly answers: readonly AnswerEntry[];
}
export interface ValueEntry {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly facts: readonly Fact[];
  /** As it is written in a request; empty when the document has none. */
  readonly example: string;
}
export interface ParameterEntry extends ValueEntry {
  readonly in: 'query' | 'path' | 'header';
  readonly schema: Schema;
}
export interface BodyEntry {
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
export interface ExampleEntry {
  readonly name: string;
  readonly summary: string;
  /** JSON in lines; what is no JSON as it is. */
  readonly text: string;
}
export interface AnswerEntry {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ValueEntry[];
  readonly contents: readonly ContentEntry[];
}

export function referenceOf(document: OpenApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [entryOf(document, path, method, operation)] : [];
    }),
  );
  const described = document.tags ?? [];
  const tags = new Set([...described.map(({ name }) => name), ...operations.map(({ tag }) => tag)]);
  return {
    title: document.info.title,
    version: document.info.version,
    openapi: document.openapi,
    description: document.info.description ?? '',
    baseUrl: document.servers?.[0]?.url ?? '',
    operations,
    groups: [...tags]
      .map((name) => ({
        name,
        description: described.find((tag) => tag.name === name)?.description ?? '',
        operations: operations.filter(({ tag }) => tag === name),
      }))
      .filter((group) => group.operations.length > 0),
    others: Object.values(document['x-other-requests'] ?? {}).map(({ description = '', responses }) => ({
      description,
      answers: answersOf(document, responses),
    })),
  };
}

function entryOf(
  document: OpenApiDocument,
  path: string,
  method: Method,
  operation: Operation,
): OperationEntry {
  const { operationId: id, tags = [], summary, description = '', parameters = [], requestBody } = operation;
  const body = requestBody && resolved(document, requestBody);
  return {
    id,
    method,
    path,
    tag: tags[0] ?? '',
    summary: summary ?? id,
    description,
    parameters: parameters.map((given) => parameterOf(document, resolved<Parameter>(document, given))),
    body: body
      ? {
          description: body.description ?? '',
          required: body.required ?? false,
          contents: contentsOf(document, body.content),
        }
      : null,
    answers: answersOf(document, operation.responses),
  };
}

function parameterOf(document: OpenApiDocument, parameter: Parameter): ParameterEntry {
  if (parameter.in === 'cookie') throw new Error(`No cookies in this API: ${parameter.name}`);
  return {
    ...valueOf(document, parameter.name, parameter),
    in: parameter.in,
    schema: resolved<Schema>(document, parameter.schema ?? {}),
  };
}

function valueOf(document: OpenApiDocument, name: string, given: Header): ValueEntry {
  const schema = given.schema ?? {};
  return {
    name,
    type: typeOf(document, schema),
    required: given.required ?? false,
    description: given.description ?? resolved<Schema>(document, schema).description ?? '',
    facts: factsOf(document, schema),
    example: given.example === undefined ? '' : shown(given.example),
  };
}

/** Media types with the same fields and examples, as one: named `one or other`. */
export function alike(contents: readonly ContentEntry[]): readonly ContentEntry[] {
  const byShape = new Map<string, ContentEntry>();
  for (const { type, ...shape } of contents) {
    const key = JSON.stringify(shape);
    const before = byShape.get(key);
    byShape.set(key, { ...shape, type: before ? t.docs.facts.either([before.type, type]) : type });
  }
  return [...byShape.values()];
}

/** What went well first, then by status. */
function answersOf(document: OpenApiDocument, responses: Operation['responses']): readonly AnswerEntry[] {
  return Object.entries(responses)
    .map(([status, given]): AnswerEntry => {
      const { description, headers = {}, content = {} } = resolved(document, given);
      return {
        status,
        description,
        headers: Object.entries(headers).map(([name, header]: [string, OrRef<Header>]) =>
          valueOf(document, name, resolved<Header>(document, header)),
        ),
        contents: contentsOf(document, content),
      };
    })
    .sort((one, other) => one.status.localeCompare(other.status));
}

const contentsOf = (document: OpenApiDocument, contents: Readonly<Record<string, Content>>) =>
  Object.entries(contents).map(([type, { schema, example, examples = {} }]): ContentEntry => ({
    type,
    description: (schema && resolved<Schema>(document, schema).description) ?? '',
    fields: schema ? fieldsOf(document, schema) : [],
    examples: [
      ...(example === undefined ? [] : [{ name: 'example', summary: '', text: written(example) }]),
      ...Object.entries(examples).map(([name, given]) => {
        const { summary = name, value } = resolved(document, given);
        return { name, summary, text: written(value) };
      }),
    ],
  }));

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
