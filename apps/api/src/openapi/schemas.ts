import { statusRule, TIME } from '@libs/feedback';
import { PAGE_MAX } from '@libs/kernel';
import { ref, type Example, type Parameter, type Ref, type Schema } from './openapi.types';

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

export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });

/** A page of a list with cursors. @param things its entries, such as `Deliveries` */
export const pageOf = (name: string, things: string): Schema =>
  open({
    data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', name) },
    pagination: open({
      limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: `${things} per page.` },
      has_more: { type: 'boolean', description: 'Whether there is a next page.' },
      next_cursor: {
        type: ['string', 'null'],
        description: 'Cursor of the next page; null on the last page.',
      },
    }),
  });

/** An ID in the path. @param thing what it identifies, such as `webhook` */
export const idParameter = (name: string, thing: string, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: `ID of the ${thing}, in uppercase or lowercase.`,
  schema: { type: 'string', format: 'uuid' },
  example,
});

export const example = <T>(summary: string, value: T) => ({ summary, value }) satisfies Example;

/** Also allows null. */
export const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
});
