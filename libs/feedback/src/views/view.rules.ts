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
  required,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { readParameter } from '../lists/parameters';
import { VIEW_NAME_MAX, VIEWS_MAX, type ViewParameters } from './view';

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
