import {
  invalidValue,
  missingField,
  mistypedField,
  isObject,
  objectRule,
  oneOf,
  optional,
  required,
  type Fields,
  type Issue,
  type Rule,
  type Valid,
  type ValuesOf,
} from '@libs/kernel';
import {
  consistent,
  feedbackChangeRule,
  ITEM_FIELD_NAMES,
  newFeedbackRule,
  upsertByBodyRule,
  type ChangeableField,
  type Feedback,
} from '../items/feedback';
import { externalIdRule, idRule } from '../items/feedback.rules';
import { ifMatchRule } from '../items/if-match';
import { differences } from '../items/revision';
import type { Notifying } from '../status-messages/notify';
import { linePath, type BatchResult, type ConditionalUpdate, type PathOf } from './batch';
import { uniqueLinesRule, type NamesOf } from './lines.rule';

/** What a line of a batch can do (batch.md 2). */
export const METHODS = ['create', 'update', 'upsert', 'delete'] as const;
export type Method = (typeof METHODS)[number];

const method = <M extends Method>(name: M) => ({ method: required(oneOf([name])) });
const CONDITION = { if_match: optional(ifMatchRule) };
const CREATE = { ...method('create'), ...newFeedbackRule.fields };
const UPDATE = { ...method('update'), id: required(idRule), ...CONDITION, ...feedbackChangeRule.fields };
const UPSERT = { ...method('upsert'), ...upsertByBodyRule.fields, ...CONDITION };
const DELETE = {
  ...method('delete'),
  id: optional(idRule),
  external_id: optional(externalIdRule),
  ...CONDITION,
};

type CreateLine = ValuesOf<typeof CREATE>;
type UpdateLine = ValuesOf<typeof UPDATE>;
type UpsertLine = ValuesOf<typeof UPSERT>;
/** Has exactly one of the IDs. */
type DeleteLine = ValuesOf<typeof DELETE> & { readonly tags?: undefined };
/** A line of a batch. */
export type Operation = CreateLine | UpdateLine | UpsertLine | DeleteLine;

const lineRule = <F extends Fields>(fields: F, verb: 'set' | 'updated') =>
  objectRule(fields, { readOnly: { names: ITEM_FIELD_NAMES.filter((name) => !(name in fields)), verb } });

const deleteRule = objectRule(DELETE);
/** The rule of a line of each method. */
export const OPERATION_RULES = {
  create: lineRule(CREATE, 'set'),
  update: consistent(lineRule(UPDATE, 'updated')),
  upsert: lineRule(UPSERT, 'set'),
  delete: { ...deleteRule, read: withOneId(deleteRule.read.bind(deleteRule)) },
};

type ReadLine = Rule<ValuesOf<typeof DELETE>>['read'];

function withOneId(read: ReadLine): ReadLine {
  return (value, param, issues) => {
    const line = read(value, param, issues);
    const { id, external_id: externalId } = line;
    if (isObject(value) && id === undefined && externalId === undefined)
      issues.push(missingField(`${param}.id`));
    if (id !== undefined && externalId !== undefined)
      issues.push(invalidValue(`${param}.external_id`, 'must not be combined with id'));
    return line;
  };
}

const methodRule = oneOf(METHODS);

/** Reads the method first: the fields depend on it. */
const operationRule: Rule<Operation> = {
  schema: { type: 'object', oneOf: METHODS.map((name) => OPERATION_RULES[name].schema) },
  read(value, param, issues: Issue[]) {
    const before = issues.length;
    const isLine = isObject(value);
    if (!isLine) issues.push(mistypedField(param, 'an object'));
    const named = isLine && methodRule.read(value['method'] ?? undefined, `${param}.method`, issues);
    if (!named || issues.length > before) return {} as Operation;
    return OPERATION_RULES[named].read(value, param, issues);
  },
};

/** An update names its item by the ID: its `external_id` is a new value. */
const namesOf: NamesOf<Operation> = (line) =>
  line.method === 'update'
    ? { id: line.id }
    : { ...('id' in line && { id: line.id }), external_id: line.external_id };

/** 1 to 100 lines that name each item once. */
export const operationsRule = uniqueLinesRule(operationRule, namesOf);

/** Validated lines, and where they are in the request. */
export interface Operations {
  readonly operations: Valid<readonly Operation[]>;
  readonly pathOf: PathOf;
}

export const operationPath: PathOf = (index) => `operations[${index}].`;

/** Returns updates of which at least one has a precondition as operations. */
export const asOperations = (updates: readonly ConditionalUpdate[]): Operations | null =>
  updates.some(({ if_match: condition }) => condition)
    ? {
        operations: updates.map((line) => ({
          ...line,
          method: 'update' as const,
        })) as readonly Operation[] as Operations['operations'],
        pathOf: linePath,
      }
    : null;

/** What a line asks to tell. Only updates do. */
export const notifyOf = (line: Operation): Notifying =>
  line.method === 'update' ? { notify: line.notify } : {};

/** What a line has done. */
export interface Outcome {
  readonly method: Method;
  readonly id: string;
  /** The item before the batch; null if the line has created it. */
  readonly before: Feedback | null;
  /** The item after the batch; null if the line has deleted it. */
  readonly after: Feedback | null;
}

export type OutcomeName = 'created' | 'updated' | 'unchanged' | 'deleted';

export function outcomeName({ before, after }: Outcome): OutcomeName {
  if (!after) return 'deleted';
  if (!before) return 'created';
  return differences(before, after).length > 0 ? 'updated' : 'unchanged';
}

/** The items that existed before the batch and exist after it, with their changed fields. */
export const changedBy = (outcomes: readonly Outcome[]): BatchResult['changed'] =>
  outcomes.flatMap(({ id, before, after }) => {
    const fields: readonly ChangeableField[] = before && after ? differences(before, after) : [];
    return fields.length > 0 ? [{ id, fields }] : [];
  });
