import {
  cursorRule,
  feedbackChangeRule,
  idRule,
  IDEMPOTENCY_KEY_MAX,
  IDEMPOTENCY_KEY_PATTERN,
  isIdempotencyKey,
  ITEM_FIELD_NAMES,
  limitRule,
  uniqueLinesRule,
  newFeedbackRule,
  oneStatusRule,
  SELECTION_FIELDS,
  STATS_FIELDS,
  versionRule,
} from '@libs/feedback';
import {
  invalidValue,
  isObject,
  isText,
  objectRule,
  optional,
  required,
  type Fields,
  type ObjectOptions,
  type ObjectRule,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';

const KEY_DEMAND = `must be 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters`;

const idempotencyKeyRule: Rule<string> = {
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (!isIdempotencyKey(value)) issues.push(invalidValue(param, KEY_DEMAND));
    return value;
  },
};

/**
 * The arguments of a tool. Clients send null for what a model leaves out: it counts as absent, unless it is a value of
 * the argument.
 */
function argumentsRule<F extends Fields>(
  fields: F,
  readOnly?: ObjectOptions['readOnly'],
): ObjectRule<ValuesOf<F>, F> {
  const rule = objectRule(fields, { readOnly });
  const isAbsent = (name: string, value: unknown) =>
    value === null &&
    Object.hasOwn(fields, name) &&
    ![fields[name]!.rule.schema['type']].flat().includes('null');
  return {
    ...rule,
    read(value, param, issues) {
      if (!isObject(value)) return rule.read(value, param, issues);
      const present = Object.entries(value).filter(([name, member]) => !isAbsent(name, member));
      return rule.read(Object.fromEntries(present), param, issues);
    },
  };
}

// `external_id` is for integrations, merging and assignees are for people, and tools don't set tags. As arguments, they would
// cost a model tokens in every session.
const { external_id: _filter, merged: _merged, merged_into: _target, sort, ...others } = SELECTION_FIELDS;
const {
  source: _source,
  assignee: _assignee,
  updated_before: _before,
  requested_by: _by,
  ...filters
} = others;
const { external_id: _field, tags: _tags, ...newItem } = newFeedbackRule.fields;
const { merged_into: _merge, tags: _changed, ...change } = feedbackChangeRule.fields;
/** Like `idRule`, but rejects text that cannot be stored. */
const storedIdRule: Rule<string> = {
  ...idRule,
  read: (value, param, issues) => (isText(value, param, issues) ? value.toLowerCase() : ''),
};
const item = { id: required(storedIdRule) };
const line = { id: required(idRule), ...change };
const condition = { if_match: optional(versionRule) };
const NOT_SET = { names: ITEM_FIELD_NAMES, verb: 'set' } as const;
const NOT_UPDATED = { names: ITEM_FIELD_NAMES, verb: 'updated' } as const;

/** Leaves out limits of the length, which cost tokens too. */
const ofAnyLength = <T>({ rule }: { readonly rule: Rule<T> }) =>
  optional<T>({ ...rule, schema: { type: rule.schema['type'] } });

/** The arguments of each tool (mcp.md 4). */
export const ARGUMENTS = {
  list: argumentsRule({
    ...filters,
    status: optional(oneStatusRule),
    tag: ofAnyLength(filters.tag),
    sort,
    limit: optional(limitRule),
    cursor: optional(cursorRule),
  }),
  get: argumentsRule(item),
  stats: argumentsRule({ ...STATS_FIELDS, time_zone: ofAnyLength(STATS_FIELDS.time_zone) }),
  create: argumentsRule({ ...newItem, idempotency_key: optional(idempotencyKeyRule) }, NOT_SET),
  update: argumentsRule({ ...item, ...change, ...condition }, NOT_UPDATED),
  updateAll: argumentsRule({ updates: required(uniqueLinesRule(argumentsRule(line, NOT_UPDATED))) }),
  delete: argumentsRule({ ...item, ...condition }),
};
