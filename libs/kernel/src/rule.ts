import {
  DomainError,
  missingField,
  mistypedField,
  nullField,
  unstorableField,
  type Issue,
} from './domain-error';
import { isStorable, unstorableIn } from './text';

/** Defines valid values: `read` validates them, `schema` (JSON Schema 2020-12) describes them. */
export interface Rule<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  /** The requirement as part of an error message, if one sentence covers it: `must be one of new, planned`. */
  readonly demand?: string;
  /**
   * Returns the value as it is stored. If it is invalid, adds every error to `issues`; ignore the result then.
   * @param value `undefined` for a required field that is missing
   */
  read(value: unknown, param: string, issues: Issue[]): T;
}

declare const valid: unique symbol;

/** A value that a rule has returned. Use cases accept input in this form only, so it is validated exactly once. */
export type Valid<T> = T & { readonly [valid]: true };

/** @throws DomainError `validation` with every issue */
export function parse<T>(rule: Rule<T>, value: unknown): Valid<T> {
  const issues: Issue[] = [];
  const read = rule.read(value, '', issues);
  throwIfInvalid(issues);
  return read as Valid<T>;
}

/** @throws DomainError `validation` with every issue, if there are any */
export function throwIfInvalid(issues: readonly Issue[]): void {
  const [first, ...rest] = issues;
  if (first) throw DomainError.invalid([first, ...rest]);
}

/** Whether a value has the type. If not, adds an issue: the value is missing, null, or of another type. */
export function isOfType<T>(
  matches: (value: unknown) => value is T,
  type: string,
  value: unknown,
  param: string,
  issues: Issue[],
): value is T {
  if (value === undefined) issues.push(missingField(param));
  else if (value === null) issues.push(nullField(param));
  else if (!matches(value)) issues.push(mistypedField(param, type));
  else return true;
  return false;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Whether a value is a string that can be stored. If not, adds an issue. */
export function isText(value: unknown, param: string, issues: Issue[]): value is string {
  if (!isOfType(isString, 'a string', value, param, issues)) return false;
  if (isStorable(value)) return true;
  issues.push(unstorableField(param, unstorableIn(value)));
  return false;
}

/** Reads a value from the text of a query parameter. Text that isn't an integer or a boolean stays text. */
export function readText<T>(rule: Rule<T>, text: string, param: string, issues: Issue[]): T {
  return rule.read(valueOf(rule, text), param, issues);
}

function valueOf({ schema }: Rule<unknown>, text: string): unknown {
  if (schema['type'] === 'integer') return /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : text;
  if (schema['type'] === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}
