import { statusRule, TIME } from '@libs/feedback';
import { ref, type Example, type Ref, type Schema } from './openapi.types';

type Properties = Readonly<Record<string, Schema | Ref>>;

/** An object in a request, without other members. By default, all members are required. */
export function closed(properties: Properties, required = Object.keys(properties)): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** An object in a response: members can be added (conventions.md 12). By default, all members are required. */
export function open(properties: Properties, required = Object.keys(properties)): Schema {
  return { type: 'object', required, properties };
}

/** The only list of the status values, so that generators create one type. */
export const STATUS = ref('schemas', 'FeedbackStatus');

/** Adds the keywords in `descriptions`, such as descriptions, to the fields of a schema. */
export function withDescriptions(
  schema: Schema,
  descriptions: Record<string, Schema>,
): Schema & { readonly properties: Record<string, Schema> } {
  const properties = Object.entries(schema['properties'] as Record<string, Schema>).map(
    ([name, rule]): [string, Schema] => [
      name,
      { ...(rule === statusRule.schema ? STATUS : rule), ...descriptions[name] },
    ],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function instant(description: string): Schema {
  return { ...TIME, description };
}

export const example = <T>(summary: string, value: T) => ({ summary, value }) satisfies Example;

/** Also allows null. */
export const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
});
