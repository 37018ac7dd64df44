import { ISSUES_MAX, mistypedField, type Issue } from './domain-error';
import type { Rule } from './rule';
import { quotedName } from './text';

export interface Field<T, Required extends boolean = boolean> {
  readonly rule: Rule<T>;
  readonly isRequired: Required;
}

/** A field that must be present; null counts as absent (items.md 3). */
export const required = <T>(rule: Rule<T>): Field<T, true> => ({ rule, isRequired: true });

/** A field that may be absent. Null is not absent: the field's rule reads it. */
export const optional = <T>(rule: Rule<T>): Field<T, false> => ({ rule, isRequired: false });

/** Fields by name, in the order in which they are read. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<unknown, true> ? Name : never;
}[keyof F];
type Value<F> = F extends Field<infer T> ? T : never;

/** The values of fields. An optional field that the input lacks is absent or undefined. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in RequiredNames<F>]: Value<F[Name]>;
} & {
  readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: Value<F[Name]>;
};

export interface ObjectOptions {
  /** Fields of the resource that this object does not accept, and the verb of the error message. */
  readonly readOnly?: { readonly names: readonly string[]; readonly verb: 'set' | 'updated' };
}

export interface ObjectRule<T, F extends Fields = Fields> extends Rule<T> {
  readonly schema: Readonly<Record<string, unknown>> & { readonly type: 'object' };
  readonly fields: F;
}

/** Reads a JSON object that has these fields and no others. */
export function objectRule<F extends Fields>(
  fields: F,
  { readOnly }: ObjectOptions = {},
): ObjectRule<ValuesOf<F>, F> {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const issueOf = (name: string, at: string): Issue => {
    if (!readOnly?.names.includes(name)) return unknownField(at + quotedName(name), Object.keys(fields));
    const param = at + name;
    return { param, code: 'read_only_field', message: `Field cannot be ${readOnly.verb}: ${param}` };
  };
  return {
    fields,
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(entries.map(([name, { rule }]) => [name, rule.schema])),
    },
    read(value, param, issues) {
      if (!isObject(value)) {
        issues.push(mistypedField(param, 'an object'));
        return {} as ValuesOf<F>;
      }
      const at = param && `${param}.`;
      const values = readFields(fields, value, at, issues);
      const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
      issues.push(...unknown.slice(0, ISSUES_MAX).map((name) => issueOf(name, at)));
      return values;
    },
  };
}

/**
 * Reads the fields of an object and ignores all others.
 * @param at path of the object, as a prefix of the field names: `updates[0].`
 */
export function readFields<F extends Fields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
  at: string,
  issues: Issue[],
): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const name in fields) {
    const { rule, isRequired } = fields[name]!;
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (isRequired) values[name] = rule.read(value ?? undefined, at + name, issues);
    else if (value !== undefined) values[name] = rule.read(value, at + name, issues);
  }
  return values as ValuesOf<F>;
}

/**
 * @param param the field, with the path of the object that has it; names from requests are cut with `quotedName`
 * @param allowed the names of the fields that the object can have
 */
export const unknownField = (param: string, allowed: readonly string[]): Issue => ({
  param,
  code: 'unknown_field',
  message: `Unknown field: ${param} ${allowedNames(allowed)}`,
});

/** Ends the message about an unknown name: `(allowed: limit, cursor)`. */
export const allowedNames = (names: readonly string[]): string => `(allowed: ${names.join(', ') || 'none'})`;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
