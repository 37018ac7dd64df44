import { submitterEmailRule } from '@libs/feedback';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { RATE_LIMITS } from '../../src/openapi/headers';
import { openApiDocument } from '../../src/reference/openapi-document';
import type { Header, OpenApiDocument, Ref, Response, Responses } from '../../src/openapi/openapi.types';
import { API_BASE } from '../../src/openapi/operation';
import { JSON_TYPE } from '../../src/http/error.filter';
import { pathOf } from '../../src/http/routes';

export interface SentRequest {
  readonly method: string;
  /** An absolute URL or a path, with the query. */
  readonly url: string;
}

export interface ReceivedResponse {
  readonly status: number;
  /** Headers of `fetch` or of `node:http`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Text or parsed JSON; undefined, null, or '' if empty. */
  readonly body?: unknown;
}

/**
 * Compares a response of the API with the OpenAPI document: status, headers, body, and error code. Ignores responses
 * of other surfaces.
 * @throws Error that lists every difference
 */
export function assertDescribed(request: SentRequest, response: ReceivedResponse): void {
  getSharedCheck().assert(request, response);
}

let sharedCheck: OpenApiCheck | undefined;
/** Shared by all tests of a file: PUBLIC_URL changes only URLs and examples in the document. */
const getSharedCheck = (): OpenApiCheck =>
  (sharedCheck ??= new OpenApiCheck(openApiDocument({ PUBLIC_URL: 'http://localhost' })));

/** HTTP headers that OpenAPI does not describe. */
const TRANSPORT = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const RATE_LIMIT_NAMES = RATE_LIMITS.map((name) => name.toLowerCase());
const SHOWN_MAX = 300;

type HeaderValidator = (value: string) => string | null;

interface ExpectedHeader {
  readonly name: string;
  readonly required: boolean;
  readonly validate: HeaderValidator;
}

/** A response of the document, with compiled schemas. */
interface Expected {
  readonly headers: ReadonlyMap<string, ExpectedHeader>;
  /** By media type; null for a response without a body. */
  readonly bodies: ReadonlyMap<string, ValidateFunction> | null;
  /** `type code` of every described error; null if the response is not an error. */
  readonly errors: ReadonlySet<string> | null;
}

interface ExpectedOperation {
  readonly name: string;
  readonly responses: ReadonlyMap<number, Expected>;
  /** Names of query parameters; null without an operation. */
  readonly query: ReadonlySet<string> | null;
}

/** Compiles a document once, then compares responses with it. */
export class OpenApiCheck {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  private readonly operations = new Map<string, ExpectedOperation>();
  private readonly templates: { template: string; pattern: RegExp }[];
  private readonly others: Record<keyof OpenApiDocument['x-other-requests'], ExpectedOperation>;
  private readonly expected = new Map<string, Expected>();

  constructor(private readonly document: OpenApiDocument) {
    // Browsers and the service accept more email addresses than ajv-formats does, so use the service's own rule.
    this.ajv.addFormat('email', (text) => {
      const issues: never[] = [];
      submitterEmailRule.read(text, 'email', issues);
      return issues.length === 0;
    });
    this.ajv.addSchema(closed(document), 'openapi');
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const parameters = (operation.parameters ?? []).map((parameter) =>
          this.resolved<'parameters'>(parameter),
        );
        this.operations.set(`${method.toUpperCase()} ${path}`, {
          name: `${method.toUpperCase()} ${path}`,
          responses: this.expectedResponses(operation.responses),
          query: new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)),
        });
      }
    }
    // A literal path takes precedence over one with parameters, as in the router.
    const placeholders = (path: string) => path.split('{').length;
    this.templates = Object.keys(document.paths)
      .sort((a, b) => placeholders(a) - placeholders(b))
      .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }));
    const other = (kind: keyof OpenApiDocument['x-other-requests']): ExpectedOperation => ({
      name: `x-other-requests/${kind}`,
      responses: this.expectedResponses(document['x-other-requests'][kind].responses),
      query: null,
    });
    this.others = {
      options: other('options'),
      unknownMethod: other('unknownMethod'),
      unknownPath: other('unknownPath'),
    };
  }

  assert(request: SentRequest, response: ReceivedResponse): void {
    const target = request.url.replace(/^https?:\/\/[^/?#]*/i, '');
    const path = pathOf(target);
    if (path !== '/api' && !path.startsWith('/api/')) return;
    const method = request.method.toUpperCase();
    const found = this.find(method, path);
    const problems = this.problems(method, target, found, response);
    if (problems.length === 0) return;
    throw new Error(
      [
        `${method} ${shortened(request.url)} → ${response.status} is not as described (${found.name}):`,
        ...problems,
      ].join('\n  - '),
    );
  }

  private find(method: string, path: string): ExpectedOperation {
    if (method === 'OPTIONS') return this.others.options;
    const below = path.startsWith(`${API_BASE}/`) ? path.slice(API_BASE.length) : null;
    const template = below && this.templates.find(({ pattern }) => pattern.test(below))?.template;
    if (!template) return this.others.unknownPath;
    return (
      this.operations.get(`${method === 'HEAD' ? 'GET' : method} ${template}`) ?? this.others.unknownMethod
    );
  }

  private problems(
    method: string,
    target: string,
    found: ExpectedOperation,
    response: ReceivedResponse,
  ): string[] {
    const expected = found.responses.get(response.status);
    if (!expected) {
      const statuses = [...found.responses.keys()].join(', ');
      return [`status ${response.status} is not described, only ${statuses}; body: ${shown(response.body)}`];
    }
    const headers = headersOf(response.headers);
    return [
      ...undescribedQuery(target, found, response.status),
      ...headerProblems(headers, expected),
      ...bodyProblems(method, headers, expected, response.body),
    ];
  }

  private expectedResponses(responses: Responses): Map<number, Expected> {
    return new Map(
      Object.entries(responses).map(([status, response]) => [Number(status), this.expectedOf(response)]),
    );
  }

  /** Compiles responses that operations share only once. */
  private expectedOf(response: Response | Ref): Expected {
    if (!('$ref' in response)) return this.compiled(response);
    const known = this.expected.get(response.$ref);
    if (known) return known;
    const expected = this.compiled(this.resolved<'responses'>(response));
    this.expected.set(response.$ref, expected);
    return expected;
  }

  private compiled(response: Response): Expected {
    const headers = Object.entries(response.headers).map(([name, header]): [string, ExpectedHeader] => {
      const described = '$ref' in header ? this.resolved<'headers'>(header) : header;
      return [
        name.toLowerCase(),
        { name, required: described.required ?? false, validate: this.headerValidator(described) },
      ];
    });
    const contents = Object.entries(response.content ?? {});
    const examples = response.content?.['application/json']?.examples ?? {};
    const errors = Object.values(examples).flatMap(({ value }) => errorOf(value) ?? []);
    return {
      headers: new Map(headers),
      bodies:
        contents.length > 0
          ? new Map(contents.map(([type, { schema }]) => [type, this.ajv.compile(this.absolute(schema))]))
          : null,
      errors: errors.length > 0 ? new Set(errors) : null,
    };
  }

  /** Header values are strings; an integer must be in decimal notation without leading zeros. */
  private headerValidator({ schema }: Header): HeaderValidator {
    const validate = this.ajv.compile(schema);
    const isNumber = schema['type'] === 'integer';
    return (value) =>
      validate(isNumber && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value)
        ? null
        : this.ajv.errorsText(validate.errors, { dataVar: 'value' });
  }

  private absolute(schema: object): object {
    return '$ref' in schema ? { $ref: `openapi${String(schema.$ref)}` } : schema;
  }

  private resolved<K extends keyof OpenApiDocument['components']>({ $ref }: Ref) {
    const [kind, name] = $ref.replace('#/components/', '').split('/') as [K, string];
    const component = (this.document.components[kind] as Record<string, unknown>)[name];
    if (!component) throw new Error(`${$ref} is not in the document`);
    return component as OpenApiDocument['components'][K][string];
  }
}

/** Returns the document with closed objects: a response may only have described fields. */
export function closed(document: OpenApiDocument): object {
  const close = (_name: string, part: { type?: unknown; properties?: unknown } | null) =>
    part?.type === 'object' && part.properties ? { additionalProperties: false, ...part } : part;
  return JSON.parse(JSON.stringify(document), close) as object;
}

/** Query parameters that the service accepts must be in the document. */
function undescribedQuery(target: string, { query }: ExpectedOperation, status: number): string[] {
  if (!query || status >= 400) return [];
  const names = new Set(new URLSearchParams(target.split('#', 1)[0]!.split('?').slice(1).join('?')).keys());
  return [...names]
    .filter((name) => !query.has(name))
    .map((name) => `query parameter ${name} is accepted but not described`);
}

function headerProblems(headers: ReadonlyMap<string, string>, expected: Expected): string[] {
  const problems: string[] = [];
  for (const [key, { name, required, validate }] of expected.headers) {
    const value = headers.get(key);
    if (value !== undefined) {
      const reason = validate(value);
      if (reason) problems.push(`header ${name}: ${shown(value)}: ${reason}`);
    } else if (required) {
      problems.push(`header ${name} is missing`);
    }
  }
  for (const [key, value] of headers) {
    if (expected.headers.has(key) || TRANSPORT.has(key)) continue;
    problems.push(`header ${key} is not described (${shown(value)})`);
  }
  const rates = RATE_LIMIT_NAMES.filter((name) => headers.has(name));
  if (rates.length > 0 && rates.length < RATE_LIMIT_NAMES.length) {
    const missing = RATE_LIMIT_NAMES.filter((name) => !headers.has(name));
    problems.push(`rate limit headers must be sent all five or not at all; missing: ${missing.join(', ')}`);
  }
  return problems;
}

function bodyProblems(
  method: string,
  headers: ReadonlyMap<string, string>,
  { bodies, errors }: Expected,
  body: unknown,
): string[] {
  const isEmpty = body === undefined || body === null || body === '';
  const type = headers.get('content-type');
  if (!bodies) {
    return [
      ...(type === undefined ? [] : [`content-type ${type} on a response without a body`]),
      ...(isEmpty ? [] : [`the described response has no body, but the body is: ${shown(body)}`]),
    ];
  }
  const validate = bodies.get(type?.split(';', 1)[0] ?? '');
  if (!validate || !type!.includes('; charset=utf-8')) {
    return [
      `content-type is ${type ?? 'missing'}, not ${[...bodies.keys()].map((one) => `${one}; charset=utf-8`).join(' or ')}`,
    ];
  }
  const isJson = type!.startsWith('application/json');
  const problems = isJson && type !== JSON_TYPE ? [`content-type is ${type}, not ${JSON_TYPE}`] : [];
  if (method === 'HEAD')
    return isEmpty ? problems : [...problems, `the response to HEAD has a body: ${shown(body)}`];
  if (isEmpty && isJson) return [...problems, 'the body is missing'];
  const value = isJson ? parsed(body) : (body ?? '');
  if (value === undefined) return [...problems, `the body is not JSON: ${shown(body)}`];
  if (!validate(value)) {
    const schemaErrors = validate.errors!.map(
      ({ instancePath, message, params }) =>
        `body${instancePath} ${message}${'additionalProperty' in params ? ` (${params['additionalProperty']})` : ''}`,
    );
    return [...problems, ...new Set(schemaErrors), `the body was ${shown(value)}`];
  }
  const error = errorOf(value);
  if (errors && !errors.has(error!)) {
    problems.push(`error ${error} has no example here, only ${[...errors].join(', ')}`);
  }
  const id = headers.get('x-request-id');
  if (errors && (value as ErrorBody).error.request_id !== id) problems.push(`error.request_id is not ${id}`);
  return problems;
}

interface ErrorBody {
  readonly error: { readonly type: string; readonly code: string; readonly request_id: string };
}

const errorOf = (value: unknown): string | null => {
  const { error } = value as Partial<ErrorBody>;
  return error ? `${error.type} ${error.code}` : null;
};

function headersOf(headers: ReceivedResponse['headers']): Map<string, string> {
  if (headers instanceof Headers) return new Map(headers);
  return new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
const shown = (value: unknown): string =>
  shortened((typeof value === 'string' ? value : JSON.stringify(value)) ?? 'nothing');
