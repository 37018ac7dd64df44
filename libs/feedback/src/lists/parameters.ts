import {
  instantRule,
  optional,
  quotedName,
  readText,
  unknownField,
  type Fields,
  type Issue,
  type ValuesOf,
} from '@libs/kernel';
import { MEMBER_SELECTION_FIELDS, oneStatusRule } from './selection';

type Values = ValuesOf<typeof MEMBER_SELECTION_FIELDS>;
type TextOf<Value> = Value extends string ? Value : Value extends boolean ? `${Value}` : string;
/** The parameters of a member's list as the query of a request has them. */
export type MemberParameters = { readonly [Name in keyof Values]?: TextOf<Required<Values>[Name]> };

/** The dashboard shows one status, and its days begin in the time zone of the browser. */
const FIELDS: Fields = {
  ...MEMBER_SELECTION_FIELDS,
  status: optional(oneStatusRule),
  created_after: optional(instantRule),
  created_before: optional(instantRule),
};

/** Reads one parameter of a list. Adds an issue if the list doesn't support it or its value. */
export function readParameter(name: string, text: string, at: string, issues: Issue[]): unknown {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) return readText(field.rule, text, at + name, issues);
  issues.push(unknownField(at + quotedName(name), Object.keys(FIELDS)));
  return undefined;
}

interface ReadParameters {
  /** The values of the usable parameters. */
  readonly values: Values;
  /** The parameters that lists support. */
  readonly usable: Readonly<Record<string, string>>;
  /** Names of parameters that lists don't support, or whose value isn't valid. Lists ignore them. */
  readonly ignored: readonly string[];
}

/** Reads parameters that were stored, perhaps by an earlier or a later release with other rules. */
export function readParameters(parameters: Readonly<Record<string, string>>): ReadParameters {
  const [values, usable]: [Record<string, unknown>, Record<string, string>] = [{}, {}];
  const ignored: string[] = [];
  for (const [name, text] of Object.entries(parameters)) {
    const issues: Issue[] = [];
    const value = readParameter(name, text, '', issues);
    if (issues.length > 0) ignored.push(name);
    else [values[name], usable[name]] = [value, text];
  }
  return { values, usable, ignored };
}
