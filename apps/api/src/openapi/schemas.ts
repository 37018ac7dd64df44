import { statusRule, TIME } from '@libs/feedback';
import { ref, type Example, type Ref, type Schema } from './openapi.types';

type Properties = Readonly<Record<string, Schema | Ref>>;

/** An object in a request: these members and no others. All of them are required unless `required` names them. */
export function closed(properties: Properties, required = Object.keys(properties)): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/**
 * An object in a response: members may be added (conventions.md 12). All of them are required unless `required` names
 * them.
 */
export function open(properties: Properties, required = Object.keys(properties)): Schema {
  return { type: 'object', required, properties };
}

/** The one place that lists the status values: generators make one type of it. */
export const STATUS = ref('schemas', 'FeedbackStatus');

/** A body's own schema, with a word on each of its fields. */
export function explained(
  schema: Schema,
  words: Record<string, Schema>,
): Schema & { readonly properties: Record<string, Schema> } {
  const properties = Object.entries(schema['properties'] as Record<string, Schema>).map(
    ([name, rule]): [string, Schema] => [
      name,
      { ...(rule === statusRule.schema ? STATUS : rule), ...words[name] },
    ],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function instant(description: string): Schema {
  return { ...TIME, description };
}

export const example = <T>(summary: string, value: T) => ({ summary, value }) satisfies Example;
