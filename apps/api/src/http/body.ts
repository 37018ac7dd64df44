import { isUtf8 } from 'node:buffer';
import { DomainError, type Issue, type Rule } from '@libs/kernel';
import { registerDecorator, ValidateIf, validateSync } from 'class-validator';
import { parse as parseJson, type ParseOptions } from 'secure-json-parse';
import { invalidBody, invalidEncoding, malformedJson, shortened } from './errors';

/**
 * A body is a class whose fields wear a rule of the core: class-validator asks, libs/feedback answers, and the
 * OpenAPI document reads the same rules. So a body says its shape, and a rule has one author.
 */
interface Field {
  readonly rule: Rule<unknown>;
  readonly required: boolean;
}

type Body<T> = new () => T;

const fieldsOf = new WeakMap<object, Map<string, Field>>();
const issuesOf = new WeakMap<object, Issue[]>();

/** A field that must be there; null counts as absent (items.md 3). */
export const Required = <T>(rule: Rule<T>) => field(rule, true);

/** A field that may be absent, which is not null: `@IsOptional()` would let null through. */
export const Maybe =
  <T>(rule: Rule<T>): PropertyDecorator =>
  (target, name) => {
    ValidateIf((_, value) => value !== undefined)(target, name);
    field(rule, false)(target, name);
  };

function field<T>(rule: Rule<T>, required: boolean): PropertyDecorator {
  return (target, name) => {
    const fields = fieldsOf.get(target.constructor) ?? new Map<string, Field>();
    fieldsOf.set(target.constructor, fields.set(String(name), { rule, required }));
    registerDecorator({
      name: 'rule',
      target: target.constructor,
      propertyName: String(name),
      validator: {
        validate(value, args) {
          const issues = issuesOf.get(args!.object)!;
          const before = issues.length;
          rule.read(required ? (value ?? undefined) : value, String(name), issues);
          return issues.length === before;
        },
      },
    });
  };
}

/** Fields of the item that exist, but not for this body, with the message that says so. */
export interface ReadOnlyFields {
  readonly names: readonly string[];
  readonly verb: 'set' | 'updated';
}

const NOTHING_READ_ONLY: ReadOnlyFields = { names: [], verb: 'set' };

/**
 * The body as an instance of its class.
 * @throws DomainError `validation`: `invalid_body`, or every fault of every field
 */
export function bodyOf<T extends object>(type: Body<T>, raw: unknown, readOnly = NOTHING_READ_ONLY): T {
  if (!isJsonObject(raw)) throw invalidBody();
  const fields = fieldsOf.get(type)!;
  // Values as they came: class-transformer would build what a nested value names as its constructor.
  const body = new type();
  for (const name of fields.keys()) {
    if (Object.hasOwn(raw, name)) (body as Record<string, unknown>)[name] = raw[name];
  }
  const issues: Issue[] = [];
  issuesOf.set(body, issues);
  validateSync(body, { forbidUnknownValues: true });
  for (const name of Object.keys(raw)) {
    if (!fields.has(name)) issues.push(unknownField(name, readOnly));
  }
  const [first, ...rest] = issues;
  if (first) throw DomainError.invalid([first, ...rest]);
  return body;
}

/** JSON Schema of a body class, from the rules that judge it. */
export function schemaOf(type: Body<object>): Record<string, unknown> {
  const fields = [...fieldsOf.get(type)!];
  const required = fields.filter(([, { required }]) => required).map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([name, { rule }]) => [name, rule.schema])),
  };
}

/** @throws DomainError `validation`: `invalid_body`, `invalid_encoding`, `malformed_json`, `unknown_field` */
export function jsonOf(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalidBody();
  if (!isUtf8(bytes)) throw invalidEncoding();
  const text = bytes.toString('utf8');
  try {
    // Refuses __proto__ and constructor.prototype; skips a byte order mark.
    return parseJson(text);
  } catch {
    throw isJson(text, { protoAction: 'ignore', constructorAction: 'ignore' })
      ? DomainError.invalid([unknownField(forbiddenName(text), NOTHING_READ_ONLY)])
      : malformedJson();
  }
}

/** Of JSON that `parseJson` refuses: the name that could change a prototype. */
const forbiddenName = (text: string): string =>
  isJson(text, { constructorAction: 'ignore' }) ? 'constructor' : '__proto__';

function isJson(text: string, options: ParseOptions): boolean {
  try {
    parseJson(text, options);
    return true;
  } catch {
    return false;
  }
}

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param at where the object lies that has it, as a prefix of its name */
export function unknownField(name: string, { names, verb }: ReadOnlyFields, at = ''): Issue {
  const param = at + shortened(name);
  return names.includes(name)
    ? { param, code: 'read_only_field', message: `Field cannot be ${verb}: ${param}` }
    : { param, code: 'unknown_field', message: `Unknown field: ${param}` };
}
