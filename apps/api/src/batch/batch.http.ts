import {
  asOperations,
  batchRule,
  changedBy,
  feedbackJson,
  operationPath,
  operationsRule,
  outcomeName,
  type BatchResult,
  type Feedback,
  type Notifying,
  type Operations,
  type Outcome,
} from '@libs/feedback';
import {
  booleanRule,
  invalidValue,
  isObject,
  objectRule,
  optional,
  required,
  type ObjectRule,
  type Valid,
} from '@libs/kernel';
import { etagOf } from '../http/conditional/item-etag';

const { updates } = batchRule.fields;
const MORE = { dry_run: optional(booleanRule) };
const UPDATES = { updates, operations: optional(operationsRule), ...MORE };
const updatesBody = objectRule(UPDATES);
const operationsBody = objectRule({
  updates: optional(updates.rule),
  operations: required(operationsRule),
  ...MORE,
});

type BatchBody = Partial<ReturnType<typeof updatesBody.read>>;

/** Body of `POST /feedback/batch` (batch.md 1): updates or operations, with an optional dry run. */
export const batchBodyRule: ObjectRule<BatchBody> = {
  fields: UPDATES,
  // With `required`, a request without a body is an error.
  schema: { type: 'object', required: [], anyOf: [updatesBody.schema, operationsBody.schema] },
  read(value, param, issues) {
    const names = isObject(value) ? value : {};
    if (names['operations'] === undefined) return updatesBody.read(value, param, issues);
    if (names['updates'] !== undefined)
      issues.push(invalidValue('operations', 'must not be combined with updates'));
    return operationsBody.read(value, param, issues);
  },
};

/** Returns the operations of a batch; null if it has only updates without a precondition. */
export const operationsOf = ({ operations, updates: lines }: Valid<BatchBody>): Operations | null =>
  operations
    ? { operations: operations as Operations['operations'], pathOf: operationPath }
    : asOperations(lines!);

export const batchJson = ({ items, changed }: BatchResult) => ({ data: items.map(feedbackJson), changed });

/** The response of a batch with operations (batch.md 5), which also says what each line has done. */
export const outcomesJson = (outcomes: readonly Outcome[]) => ({
  data: outcomes.map(({ id, after }) => (after ? feedbackJson(after) : { id, deleted: true })),
  changed: changedBy(outcomes),
  results: outcomes.map((outcome) => ({
    method: outcome.method,
    id: outcome.id,
    result: outcomeName(outcome),
    ...(outcome.after && { etag: etagOf(outcome.after) }),
  })),
});

/** The items whose followers a batch would tell; null if no line asks for that. */
export function notifiedBy(
  lines: readonly Notifying[],
  items: readonly (Feedback | null)[],
  changed: BatchResult['changed'],
): readonly string[] | null {
  if (!lines.some(({ notify }) => notify)) return null;
  const ids = new Set(changed.filter(({ fields }) => fields.includes('status')).map(({ id }) => id));
  return items.flatMap((item, i) => (item && lines[i]!.notify && ids.has(item.id) ? [item.id] : []));
}

/** The response of updates, of which some have a precondition. */
export const updatesJson = (outcomes: readonly Outcome[]) => {
  const { data, changed } = outcomesJson(outcomes);
  return { data, changed };
};
