import {
  cursorRule,
  entryChangeRule,
  feedbackChangeRule,
  idRule,
  IDEMPOTENCY_KEY_MAX,
  IDEMPOTENCY_KEY_PATTERN,
  isIdempotencyKey,
  ITEM_FIELD_NAMES,
  limitRule,
  uniqueLinesRule,
  newFeedbackRule,
  newNoteRule,
  newRequestRule,
  oneStatusRule,
  SELECTION_FIELDS,
  STATS_FIELDS,
  tagsRule,
  versionRule,
  withStatus,
} from '@libs/feedback';
import {
  booleanRule,
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

// `external_id`, `links`, and `context` are for integrations, and assignees are for people. As arguments, they would cost a model tokens in every
// session.
const { external_id: _filter, merged: _merged, merged_into: _target, sort, ...others } = SELECTION_FIELDS;
const { source: _source, assignee: _assignee, updated_before: _before, ...filters } = others;
const {
  external_id: _field,
  tags: _tags,
  links: _links,
  context: _context,
  ...newItem
} = newFeedbackRule.fields;
const {
  tags: _changed,
  external_id: _externalId,
  links: _changedLinks,
  ...change
} = feedbackChangeRule.fields;
/** Like `idRule`, but rejects text that cannot be stored. */
const storedIdRule: Rule<string> = {
  ...idRule,
  schema: { type: 'string' },
  read: (value, param, issues) => (isText(value, param, issues) ? value.toLowerCase() : ''),
};
/** Shows only the type, because limits cost tokens too. Errors name them. */
const brief = <T>({ rule }: { readonly rule: Rule<T> }) =>
  optional<T>({ ...rule, schema: { type: rule.schema['type'] } });

const item = { id: required(storedIdRule) };
const condition = { if_match: brief({ rule: versionRule }) };
const NOT_SET = { names: ITEM_FIELD_NAMES, verb: 'set' } as const;
const NOT_UPDATED = { names: ITEM_FIELD_NAMES, verb: 'updated' } as const;

const shortEmail = optional({
  ...newItem.submitter_email.rule,
  schema: { type: ['string', 'null'], format: 'email' },
});

const namesOnly = (rule: Rule<readonly string[]>) =>
  optional({ ...rule, schema: { type: 'array', items: { type: 'string' } } });

const changes = {
  ...change,
  title: brief(change.title),
  description: brief(change.description),
  merged_into: brief(change.merged_into),
  add_tags: namesOnly(tagsRule),
  remove_tags: namesOnly(tagsRule),
  note: brief(newNoteRule.fields.text),
  notify: optional({ ...change.notify.rule, schema: { type: 'object' } }),
};

/** The parts of an item that `get_feedback` adds on demand. */
export const PARTS = ['notes', 'history', 'requests'] as const;
export type Part = (typeof PARTS)[number];

/** Names that are separated by commas. */
function namesRule<Name extends string>(names: readonly Name[]): Rule<readonly Name[]> {
  const demand = `must be one or more of ${names.join(', ')}, separated by commas`;
  return {
    schema: { type: 'string' },
    demand,
    read(value, param, issues) {
      if (!isText(value, param, issues)) return [];
      const given = [...new Set(value.split(',').map((name) => name.trim() as Name))];
      if (!given.every((name) => names.includes(name))) issues.push(invalidValue(param, demand));
      return given;
    },
  };
}

const page = { limit: optional(limitRule), cursor: optional(cursorRule) };

const { title, text, items, status, set_shipped, notify } = entryChangeRule.fields;
/** What `write_changelog` accepts without `id`. */
export const NEW_ENTRY = objectRule(
  { title: required(title.rule), text, items },
  { readOnly: { names: ['status', 'set_shipped', 'notify'], verb: 'set' } },
);
/** What `write_changelog` accepts with `delete`. */
export const DELETED_ENTRY = objectRule(item);

/** The arguments of each tool (mcp.md 4). */
export const ARGUMENTS = {
  list: argumentsRule({
    ...filters,
    status: optional(oneStatusRule),
    tag: brief(filters.tag),
    requested_by: brief(filters.requested_by),
    created_before: brief(filters.created_before),
    updated_after: brief(filters.updated_after),
    sort,
    ...page,
    similar_to: brief(newItem.title),
    fields: optional(namesRule(ITEM_FIELD_NAMES)),
  }),
  get: argumentsRule({ ...item, with: optional(namesRule(PARTS)) }),
  changes: argumentsRule({ since: required(filters.created_after.rule), ...page, limit: brief(page.limit) }),
  stats: argumentsRule({
    ...STATS_FIELDS,
    to: brief(STATS_FIELDS.to),
    time_zone: brief(STATS_FIELDS.time_zone),
  }),
  create: argumentsRule(
    {
      ...newItem,
      submitter_email: shortEmail,
      tags: namesOnly(tagsRule),
      idempotency_key: brief({ rule: idempotencyKeyRule }),
    },
    NOT_SET,
  ),
  update: withStatus(
    argumentsRule(
      {
        ...item,
        ...changes,
        request: optional({ ...newRequestRule, schema: { type: 'object' } }),
        ...condition,
      },
      NOT_UPDATED,
    ),
  ),
  updateAll: argumentsRule({
    updates: required(
      uniqueLinesRule(
        withStatus(
          argumentsRule(
            {
              id: required({ ...idRule, schema: { type: 'string' } }),
              ...changes,
              status: brief(change.status),
            },
            NOT_UPDATED,
          ),
        ),
      ),
    ),
  }),
  delete: argumentsRule({ ...item, ...condition }),
  entries: argumentsRule({ id: optional(storedIdRule), status, ...page, limit: brief(page.limit) }),
  writeEntry: argumentsRule({
    id: optional(storedIdRule),
    title: brief(title),
    text: brief(text),
    items: namesOnly(items.rule),
    status,
    set_shipped,
    notify,
    delete: optional(booleanRule),
  }),
};
