import { t } from '../../messages';
import { resolved, type OpenApiDocument, type OrRef, type Schema } from './openapi';

const texts = t.docs.facts;

/** What one field may be: words, then values that are shown as code. */
export interface Fact {
  readonly words: string;
  readonly values?: readonly string[];
}

/** A field of a body or an answer, with what is inside of it. */
export interface Field {
  readonly name: string;
  /** `string`, `integer or null`, `array of objects`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly facts: readonly Fact[];
  readonly fields: readonly Field[];
}

/** The members of a schema; of an array or a text in lines, the members of what it holds. Nothing for text and figures. */
export const fieldsOf = (document: OpenApiDocument, schema: OrRef<Schema>): readonly Field[] =>
  membersOf(document, schema, []);

function membersOf(
  document: OpenApiDocument,
  given: OrRef<Schema>,
  above: readonly Schema[],
): readonly Field[] {
  const schema = resolved<Schema>(document, given);
  // A schema inside of itself is named once: its members stand above already.
  if (above.includes(schema)) return [];
  const path = [...above, schema];
  const inside = schema.items ?? schema.contentSchema;
  if (inside) return membersOf(document, inside, path);
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const members = Object.entries(properties).map(([name, member]) =>
    fieldOf(document, name, member, required.includes(name), path),
  );
  return typeof others === 'object'
    ? [...members, fieldOf(document, texts.anyName, others, false, path)]
    : members;
}

function fieldOf(
  document: OpenApiDocument,
  name: string,
  given: OrRef<Schema>,
  required: boolean,
  above: readonly Schema[],
): Field {
  const schema = wholeOf(document, given);
  return {
    name,
    required,
    type: typeOf(document, schema),
    description: schema.description ?? '',
    facts: factsOf(document, schema),
    fields: membersOf(document, given, above),
  };
}

/** As one object: what is referred to with the description of this place, and `anyOf` a schema and null as its type. */
function wholeOf(document: OpenApiDocument, given: OrRef<Schema>): Schema {
  const schema = resolved<Schema>(document, given);
  const description = given.description ?? schema.description;
  const [first, ...others] = schema.anyOf ?? [];
  if (!first) return { ...schema, description };
  const types = [first, ...others].flatMap((one) => wholeOf(document, one).type ?? []);
  return { ...wholeOf(document, first), description, type: types };
}

export function typeOf(document: OpenApiDocument, given: OrRef<Schema>): string {
  const { type, format, items, const: only, enum: values } = wholeOf(document, given);
  const seen = only ?? values?.[0];
  const names = type === undefined ? [seen === undefined ? texts.any : typeof seen] : [type].flat();
  const words = names.map((name) => {
    if (name !== 'array' || !items) return name;
    const inside = typeOf(document, items);
    return texts.arrayOf(inside);
  });
  return texts.either(words) + (format ? ` (${format})` : '');
}

/** The bounds of a value, each in words of its own. */
export function factsOf(document: OpenApiDocument, given: OrRef<Schema>): readonly Fact[] {
  const schema = wholeOf(document, given);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items, pattern } = schema;
  const inside = items ? resolved<Schema>(document, items) : undefined;
  const facts: readonly (Fact | false | undefined)[] = [
    schema.enum && { words: texts.oneOf, values: schema.enum.map(shown) },
    'const' in schema && { words: texts.always, values: [shown(schema.const)] },
    range(texts.range, minimum, maximum),
    range(texts.characters, minLength, maxLength),
    range(texts.entries, minItems, maxItems),
    range(texts.members, schema.minProperties, undefined),
    schema.uniqueItems && { words: texts.unique },
    pattern !== undefined && { words: texts.pattern, values: [pattern] },
    'default' in schema && { words: texts.fallback, values: [shown(schema.default)] },
    schema.examples && { words: texts.example, values: schema.examples.map(shown) },
  ];
  const own = facts.filter((fact) => fact !== undefined && fact !== false);
  const ofEach = inside && !inside.properties ? factsOf(document, inside) : [];
  return [...own, ...ofEach.map((fact) => ({ ...fact, words: texts.each(fact.words) }))];
}

type Between = (least: number | undefined, most: number | undefined) => string;

const range = (words: Between, least: number | undefined, most: number | undefined): Fact | undefined =>
  least === undefined && most === undefined ? undefined : { words: words(least, most) };

/** A value as it is written where it stands: text bare, the rest as JSON. */
export const shown = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
