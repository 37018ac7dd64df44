import {
  characterName,
  quotedName,
  throwIfInvalid,
  unstorableIn,
  type Fields,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';

/** Query parameters as Fastify returns them: a list where one was repeated. */
export type Query = Readonly<Record<string, string | string[]>>;

/** @throws DomainError `validation` with every fault of the query */
export function queryOf<F extends Fields>(fields: F, query: Query): ValuesOf<F> {
  const issues: Issue[] = [];
  const values = readQuery(fields, query, issues);
  throwIfInvalid([...issues, ...unknownParameters(fields, query)]);
  return values;
}

/** Reads each parameter by its rule, and at most once (lists.md 1). Adds to `issues` what is wrong. */
export function readQuery<F extends Fields>(fields: F, query: Query, issues: Issue[]): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const name in fields) {
    const { rule, isRequired } = fields[name]!;
    const text = query[name];
    if (Array.isArray(text)) issues.push(repeatedParameter(name));
    else if (isRequired && !text) issues.push(invalidParameter(name, 'must be given'));
    else if (text !== undefined) {
      const faults: Issue[] = [];
      const value = rule.read(valueOf(rule, text), name, faults);
      if (faults[0]) issues.push(invalidParameter(name, demandOf(rule, text, faults[0])));
      else values[name] = value;
    }
  }
  return values as ValuesOf<F>;
}

/** What is wrong with the names of a query. */
export const unknownParameters = (fields: Fields, query: Query): Issue[] =>
  Object.keys(query)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => unexpectedParameter(name, query[name]));

/** The value that a text stands for; the text itself where it stands for none, so that the rule refuses it. */
function valueOf({ schema }: Rule<unknown>, text: string): unknown {
  if (schema['type'] === 'integer') return /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : text;
  if (schema['type'] === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function demandOf({ schema, demand, read }: Rule<unknown>, text: string, { code }: Issue): string {
  if (schema['format'] === 'date-time') {
    // In a query an unescaped + means a space.
    const faults: Issue[] = [];
    read(text.replace(' ', '+'), '', faults);
    if (faults.length === 0) return 'must have the + of its offset written as %2B';
  }
  if (demand !== undefined) return demand;
  if (code === 'invalid_characters') {
    return `contains invalid characters (${characterName(unstorableIn(text)!)})`;
  }
  return `must have ${String(schema['minLength'])} to ${String(schema['maxLength'])} characters`;
}

/** A parameter that the route does not know, or knows once only. */
export const unexpectedParameter = (name: string, value: unknown): Issue =>
  Array.isArray(value) ? repeatedParameter(name) : unknownParameter(name);

function repeatedParameter(name: string): Issue {
  const param = quotedName(name);
  return { param, code: 'repeated_parameter', message: `Query parameter must not be repeated: ${param}` };
}

function unknownParameter(name: string): Issue {
  const param = quotedName(name);
  return { param, code: 'unknown_parameter', message: `Unknown query parameter: ${param}` };
}

/** @param demand what the parameter must be, as the message goes on */
export const invalidParameter = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_parameter',
  message: `Invalid query parameter: ${param} ${demand}`,
});
