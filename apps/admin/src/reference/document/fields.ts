import { t } from '../../messages';
import { resolveRef, type OpenApiDocument, type OrRef, type Schema } from './openapi';

const texts = t.docs.facts;

/** A constraint of a field: text, followed by values shown as code. */
export interface Fact {
  readonly text: string;
  readonly values?: readonly string[];
}

/** A field of a request or response body, with its nested fields. */
export interface Field {
  readonly name: string;
  /** `string`, `integer or null`, `array of objects`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly facts: readonly Fact[];
  readonly fields: readonly Field[];
}

/** The fields of a schema; for an array or a text of lines, those of its items. Empty for strings and numbers. */
export const schemaFields = (document: OpenApiDocument, schema: OrRef<Schema>): readonly Field[] =>
  collectFields(document, schema, []);

function collectFields(
  document: OpenApiDocument,
  schemaOrRef: OrRef<Schema>,
  ancestors: readonly Schema[],
): readonly Field[] {
  const schema = resolveRef<Schema>(document, schemaOrRef);
  // Expand a recursive schema once.
  if (ancestors.includes(schema)) return [];
  const path = [...ancestors, schema];
  const itemSchema = schema.items ?? schema.contentSchema;
  if (itemSchema) return collectFields(document, itemSchema, path);
  if (schema.oneOf) return schema.oneOf.map((variant) => toVariant(document, schema, variant, path));
  const [first] = schema.anyOf ?? [];
  if (first) return collectFields(document, first, path);
  const { properties = {}, required = [], additionalProperties: additional } = schema;
  const fields = Object.entries(properties).map(([name, member]) =>
    toField(document, name, member, required.includes(name), path),
  );
  return typeof additional === 'object'
    ? [...fields, toField(document, texts.anyName, additional, false, path)]
    : fields;
}

function toField(
  document: OpenApiDocument,
  name: string,
  schemaOrRef: OrRef<Schema>,
  required: boolean,
  ancestors: readonly Schema[],
): Field {
  const schema = mergeSchema(document, schemaOrRef);
  return {
    name,
    required,
    type: schemaType(document, schema),
    description: schema.description ?? '',
    facts: schemaFacts(document, schema),
    fields: collectFields(document, schemaOrRef, ancestors),
  };
}

/** A possible type of an object, named by the value of the property that tells the types apart. */
function toVariant(
  document: OpenApiDocument,
  { discriminator }: Schema,
  variant: OrRef<Schema>,
  ancestors: readonly Schema[],
): Field {
  const { properties = {} } = resolveRef<Schema>(document, variant);
  const { const: value } = resolveRef<Schema>(document, properties[discriminator!.propertyName]!);
  return toField(document, formatValue(value), variant, false, ancestors);
}

/** Resolves a reference, keeps its own description, and merges the types of `anyOf` into one list. */
function mergeSchema(document: OpenApiDocument, schemaOrRef: OrRef<Schema>): Schema {
  const schema = resolveRef<Schema>(document, schemaOrRef);
  const description = schemaOrRef.description ?? schema.description;
  const [first, ...others] = schema.anyOf ?? [];
  if (!first) return { ...schema, description };
  const types = [first, ...others].flatMap((one) => mergeSchema(document, one).type ?? []);
  return { ...mergeSchema(document, first), description, type: [...new Set(types)] };
}

export function schemaType(document: OpenApiDocument, schemaOrRef: OrRef<Schema>): string {
  const { type, format, items, const: constant, enum: values } = mergeSchema(document, schemaOrRef);
  const exampleValue = constant ?? values?.[0];
  const names =
    type === undefined ? [exampleValue === undefined ? texts.any : typeof exampleValue] : [type].flat();
  const typeNames = names.map((name) => {
    if (name !== 'array' || !items) return name;
    const itemType = schemaType(document, items);
    return texts.arrayOf(itemType);
  });
  return texts.either(typeNames) + (format ? ` (${format})` : '');
}

/** The constraints of a value as texts. */
export function schemaFacts(document: OpenApiDocument, schemaOrRef: OrRef<Schema>): readonly Fact[] {
  const schema = mergeSchema(document, schemaOrRef);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items, pattern } = schema;
  const itemSchema = items ? resolveRef<Schema>(document, items) : undefined;
  const facts: readonly (Fact | false | undefined)[] = [
    schema.enum && { text: texts.oneOf, values: schema.enum.map(formatValue) },
    'const' in schema && { text: texts.always, values: [formatValue(schema.const)] },
    rangeFact(texts.range, minimum, maximum),
    rangeFact(texts.characters, minLength, maxLength),
    rangeFact(texts.entries, minItems, maxItems),
    rangeFact(texts.members, schema.minProperties, schema.maxProperties),
    schema.uniqueItems && { text: texts.unique },
    pattern !== undefined && { text: texts.pattern, values: [pattern] },
    'default' in schema && { text: texts.fallback, values: [formatValue(schema.default)] },
    schema.examples && { text: texts.example, values: schema.examples.map(formatValue) },
  ];
  const own = facts.filter((fact) => fact !== undefined && fact !== false);
  const itemFacts = itemSchema && !itemSchema.properties ? schemaFacts(document, itemSchema) : [];
  return [...own, ...itemFacts.map((fact) => ({ ...fact, text: texts.each(fact.text) }))];
}

type RangeText = (least: number | undefined, most: number | undefined) => string;

const rangeFact = (
  toText: RangeText,
  minimum: number | undefined,
  maximum: number | undefined,
): Fact | undefined =>
  minimum === undefined && maximum === undefined ? undefined : { text: toText(minimum, maximum) };

/** Formats a value: a non-empty string without quotes, everything else as JSON. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
