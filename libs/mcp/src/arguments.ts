import type { FeedbackJson } from '@libs/feedback';
import type { Issue, Rule } from '@libs/kernel';
import { ToolFailure } from './feedback-tools';

/** What a tool takes, by name. */
export type Fields = Readonly<Record<string, Field>>;

export interface Field {
  readonly rule: Rule<unknown>;
  /** null counts as absent then (items.md 3). */
  readonly required?: boolean;
}

/** What happens to an item's other fields: nothing, and the message says so. */
export type Verb = 'set' | 'updated';

/** JSON Schema of the arguments, from the rules that judge them. */
export function schemaOf(fields: Fields): Record<string, unknown> & { type: 'object' } {
  const required = Object.keys(fields).filter((name) => fields[name]!.required);
  const properties = Object.entries(fields).map(([name, { rule }]) => [name, rule.schema]);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

/**
 * The arguments as the rules keep them; what is absent is not there.
 * @throws ToolFailure `validation_error` with every fault
 */
export function argumentsOf<T>(given: object, fields: Fields, verb?: Verb): T {
  const issues: Issue[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, { rule, required }] of Object.entries(fields)) {
    const value: unknown = Object.hasOwn(given, name) ? given[name as keyof object] : undefined;
    if (required) read[name] = rule.read(value ?? undefined, name, issues);
    else if (value !== undefined) read[name] = rule.read(value, name, issues);
  }
  issues.push(...unknownNames(given, fields, verb));
  refuse(issues);
  return read as T;
}

/** @param at where the object lies that has them, as a prefix of their names */
export function unknownNames(given: object, fields: Fields, verb?: Verb, at = ''): Issue[] {
  const names = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  const allowed = Object.keys(fields).join(', ');
  return names.slice(0, MOST_FAULTS).map((name) => {
    const param = at + shortened(name);
    return verb && name in ITEM
      ? { param, code: 'read_only_field', message: `Field cannot be ${verb}: ${param}` }
      : { param, code: 'unknown_field', message: `Unknown field: ${param} (allowed: ${allowed})` };
  });
}

/** The most that one answer tells, as `details` of the API does (conventions.md 4). */
const MOST_FAULTS = 20;

function refuse(issues: readonly Issue[]): void {
  const [first, ...rest] = issues.slice(0, MOST_FAULTS);
  if (!first) return;
  throw new ToolFailure(
    'validation_error',
    first.message,
    rest.map(({ message }) => message),
  );
}

const ITEM: Readonly<Record<keyof FeedbackJson, true>> = Object.assign(Object.create(null), {
  id: true,
  title: true,
  description: true,
  submitter_email: true,
  status: true,
  source: true,
  created_at: true,
  updated_at: true,
});

const MAX_NAME = 64;
const KEY = /fb_[a-z]+_[0-9A-Za-z]+/g;

/** A name somebody else chose, cut to 64 code points before it is repeated, and never a key. */
const shortened = (name: string): string =>
  [...name.slice(0, 4 * MAX_NAME)].slice(0, MAX_NAME).join('').replace(KEY, 'fb_…').toWellFormed();
