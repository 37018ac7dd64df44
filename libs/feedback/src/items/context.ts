import {
  invalidValue,
  isObject,
  isStorable,
  isText,
  mistypedField,
  nullable,
  objectRule,
  optional,
  unstorableField,
  unstorableIn,
  type Rule,
} from '@libs/kernel';

/** Maximum size of a context in bytes: its JSON in UTF-8 (items.md 14). */
export const CONTEXT_MAX = 2_048;
const SIZE_DEMAND = `must have at most ${CONTEXT_MAX} bytes of JSON`;
const PAGE_DEMAND = 'must be a URL that starts with https:// or http://';
const LANGUAGE_DEMAND = 'must be a language tag, such as en or pt-BR';
const LANGUAGE_MAX = 35;

/**
 * Where an item was written (items.md 14). The members have the order in which PostgreSQL returns those of `jsonb`, so
 * that an item has the same JSON everywhere.
 */
export interface ItemContext {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly page: string | null;
  readonly language: string | null;
}

/** The URL of a page without its query, fragment, user name, and password, which can be secret. */
const pageRule: Rule<string> = {
  schema: { type: 'string' },
  demand: PAGE_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname;
    issues.push(invalidValue(param, PAGE_DEMAND));
    return '';
  },
};

const languageRule: Rule<string> = {
  schema: { type: 'string', maxLength: LANGUAGE_MAX },
  demand: LANGUAGE_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (value.length > LANGUAGE_MAX || !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value))
      issues.push(invalidValue(param, LANGUAGE_DEMAND));
    return value;
  },
};

/** What the customer's page adds: any JSON object that can be stored. */
const dataRule: Rule<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object', additionalProperties: true },
  read(value, param, issues) {
    if (!isObject(value)) {
      issues.push(mistypedField(param, 'an object'));
      return {};
    }
    const unstorable = textsIn(value).find((text) => !isStorable(text));
    if (unstorable !== undefined) issues.push(unstorableField(param, unstorableIn(unstorable)));
    return value;
  },
};

/** The names and texts in a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** How many digits the numbers of a JSON value have besides those written: PostgreSQL keeps `1e308` with all its zeros. */
function zerosIn(value: unknown): number {
  if (typeof value === 'number') return Math.abs(Number(/e(.*)/.exec(String(value))?.[1] ?? 0));
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + zerosIn(member), 0);
}

const input = objectRule({
  data: optional(nullable(dataRule)),
  page: optional(nullable(pageRule)),
  language: optional(nullable(languageRule)),
});

/** A context without any value is null. */
export const contextRule: Rule<ItemContext | null> = {
  schema: { ...input.schema, type: ['object', 'null'] },
  read(value, param, issues) {
    if (value === null) return null;
    const before = issues.length;
    const { data = null, page = null, language = null } = input.read(value, param, issues);
    if (issues.length > before || (data === null && page === null && language === null)) return null;
    const context = { data, page, language };
    if (new TextEncoder().encode(JSON.stringify(context)).length + zerosIn(data) > CONTEXT_MAX)
      issues.push(invalidValue(param, SIZE_DEMAND));
    return context;
  },
};

/** JSON Schema of a context as the service returns it. */
export const CONTEXT = {
  type: ['object', 'null'],
  properties: input.schema['properties'],
  required: ['data', 'page', 'language'],
};
