import {
  DomainError,
  missingField,
  mistypedField,
  nullField,
  unstorableField,
  type Issue,
} from './domain-error';
import { isStorable, unstorableIn } from './text';

/** Defines what a value may be: `read` for code, `schema` (JSON Schema 2020-12) for machines. */
export interface Rule<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Returns the value as it is stored. Adds what is wrong with it to `issues`; the result then has no meaning.
   * @param value `undefined` for a required field that is missing
   */
  read(value: unknown, param: string, issues: Issue[]): T;
}

/** Reads a field that must be present; null counts as absent (items.md 3). */
export function required<T>(rule: Rule<T>, value: unknown, param: string, issues: Issue[]): T {
  return rule.read(value ?? undefined, param, issues);
}

export function optional<T>(rule: Rule<T>, value: unknown, param: string, issues: Issue[]): T | undefined {
  return value === undefined ? undefined : rule.read(value, param, issues);
}

/** @throws DomainError `validation` with every issue, unless there are none */
export function throwIfInvalid(issues: readonly Issue[]): void {
  const [first, ...rest] = issues;
  if (first) throw DomainError.invalid([first, ...rest]);
}

/** Whether a value is text that can be stored; adds what is wrong otherwise. */
export function isText(value: unknown, param: string, issues: Issue[]): value is string {
  if (value === undefined) issues.push(missingField(param));
  else if (value === null) issues.push(nullField(param));
  else if (typeof value !== 'string') issues.push(mistypedField(param, 'a string'));
  else if (!isStorable(value)) issues.push(unstorableField(param, unstorableIn(value)));
  else return true;
  return false;
}
