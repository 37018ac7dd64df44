import type { Example, Schema } from './openapi.types';

/** An object with these members and no others; all of them there unless `required` names them. */
export function closed(properties: Record<string, Schema>, required = Object.keys(properties)): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** A body's own schema, with a word on each of its fields. */
export function explained(schema: Schema, words: Record<string, Schema>): Schema {
  const properties = Object.entries(schema['properties'] as Record<string, Schema>).map(
    ([name, rule]): [string, Schema] => [name, { ...rule, ...words[name] }],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function instant(description: string): Schema {
  return { type: 'string', format: 'date-time', pattern: '^[^ ]{10}T[^ ]{8}\\.\\d{3}Z$', description };
}

export const example = <T>(summary: string, value: T) => ({ summary, value }) satisfies Example;
