import {
  booleanRule,
  integerRule,
  invalidValue,
  ISSUES_MAX,
  isObject,
  isOfType,
  isText,
  nameRule,
  objectRule,
  optional,
  readText,
  required,
  unknownField,
  type Fields,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { MEMBER_SELECTION_FIELDS } from '../lists/selection';
import { VIEW_NAME_MAX, VIEWS_MAX, type ViewParameters } from './view';

const FIELDS: Fields = MEMBER_SELECTION_FIELDS;

/** Reads one parameter of a list. Adds an issue if the list doesn't support it or its value. */
function readParameter(name: string, text: string, at: string, issues: Issue[]): unknown {
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) return readText(field.rule, text, at + name, issues);
  issues.push(unknownField(name, at));
  return undefined;
}

/** Parameters that a list supports. They are stored as sent. */
const viewParametersRule: Rule<ViewParameters> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  read(value, param, issues) {
    if (!isOfType(isObject, 'an object', value, param, issues)) return {};
    for (const [name, text] of Object.entries(value)) {
      if (issues.length >= ISSUES_MAX) break;
      if (isText(text, `${param}.${name}`, issues)) readParameter(name, text, `${param}.`, issues);
    }
    return value as ViewParameters;
  },
};

const NEW = {
  name: required(nameRule(VIEW_NAME_MAX)),
  parameters: required(viewParametersRule),
  /** Number of views before it. Default: last. */
  position: optional(integerRule(0, VIEWS_MAX - 1)),
  shared: optional(booleanRule),
};
export type NewView = ValuesOf<typeof NEW>;
export const newViewRule = objectRule(NEW);

const CHANGE = {
  name: optional(NEW.name.rule),
  parameters: optional(viewParametersRule),
  shared: NEW.shared,
};
/** Absent fields stay unchanged. */
export type ViewChange = ValuesOf<typeof CHANGE>;
export const viewChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['id', 'position'], verb: 'updated' },
});

/** IDs of views. Whether these are all views is checked when they are sorted. */
const idsRule: Rule<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string' }, maxItems: VIEWS_MAX },
  read(value, param, issues) {
    if (!isOfType<unknown[]>(Array.isArray, 'an array', value, param, issues)) return [];
    if (value.length > VIEWS_MAX) issues.push(invalidValue(param, `must have at most ${VIEWS_MAX} IDs`));
    else value.forEach((id, i) => isText(id, `${param}[${i}]`, issues));
    return value as string[];
  },
};
export const viewOrderRule = objectRule({ ids: required(idsRule) });

export interface ReadParameters {
  /** The values of the usable parameters. */
  readonly values: ValuesOf<typeof MEMBER_SELECTION_FIELDS>;
  /** The parameters that lists support. */
  readonly usable: ViewParameters;
  /** Names of parameters that lists don't support, or whose value isn't valid. Lists ignore them. */
  readonly ignored: readonly string[];
}

/** Reads stored parameters. An earlier or a later release may have stored them, with other rules. */
export function readParameters(parameters: ViewParameters): ReadParameters {
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
