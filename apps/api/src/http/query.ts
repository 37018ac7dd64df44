import {
  allowedNames,
  characterName,
  controlIn,
  quotedName,
  readText,
  throwIfInvalid,
  unstorableIn,
  type Fields,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';

/** Query parameters from Fastify. A repeated parameter is an array. */
export type Query = Readonly<Record<string, string | string[]>>;

/** @throws DomainError `validation` with all errors of the query */
export function queryOf<F extends Fields>(fields: F, query: Query): ValuesOf<F> {
  const issues: Issue[] = [];
  const values = readQuery(fields, query, issues);
  throwIfInvalid([...issues, ...unknownParameters(fields, query)]);
  return values;
}

/** Parses each parameter with its rule, and rejects repeated ones (lists.md 1). Adds the errors to `issues`. */
export function readQuery<F extends Fields>(fields: F, query: Query, issues: Issue[]): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const name in fields) {
    const { rule, isRequired } = fields[name]!;
    const text = query[name];
    if (Array.isArray(text)) issues.push(repeatedParameter(name));
    else if (isRequired && !text) issues.push(invalidParameter(name, 'is required'));
    else if (text !== undefined) {
      const ruleIssues: Issue[] = [];
      const value = readText(rule, text, name, ruleIssues);
      if (ruleIssues[0]) issues.push(invalidParameter(name, demandOf(rule, text, ruleIssues[0])));
      else values[name] = value;
    }
  }
  return values as ValuesOf<F>;
}

/** Returns an error for each unknown parameter. */
export const unknownParameters = (fields: Fields, query: Query): Issue[] =>
  Object.keys(query)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => unexpectedParameter(name, query[name], fields));

/** Formats whose values can contain a +, and the name of that + in error messages. */
const WITH_PLUS: Readonly<Record<string, string>> = {
  'date-time': 'the + of its offset',
  email: 'its +',
};

function demandOf({ schema, demand, read }: Rule<unknown>, text: string, { code }: Issue): string {
  const name = WITH_PLUS[String(schema['format'])];
  if (name !== undefined && text.includes(' ')) {
    // In a query, an unescaped + means a space.
    const ruleIssues: Issue[] = [];
    read(text.replaceAll(' ', '+'), '', ruleIssues);
    if (ruleIssues.length === 0) return `must have ${name} written as %2B`;
  }
  if (demand !== undefined) return demand;
  if (code === 'invalid_characters') {
    return `contains invalid characters (${characterName(unstorableIn(text) ?? controlIn(text)!)})`;
  }
  return `must have ${String(schema['minLength'])} to ${String(schema['maxLength'])} characters`;
}

/** The error for an unknown or a repeated parameter. */
export const unexpectedParameter = (name: string, value: unknown, fields: Fields = {}): Issue =>
  Array.isArray(value) ? repeatedParameter(name) : unknownParameter(name, fields);

function repeatedParameter(name: string): Issue {
  const param = quotedName(name);
  return { param, code: 'repeated_parameter', message: `Query parameter must not be repeated: ${param}` };
}

function unknownParameter(name: string, fields: Fields): Issue {
  const param = quotedName(name);
  const message = `Unknown query parameter: ${param} ${allowedNames(Object.keys(fields))}`;
  return { param, code: 'unknown_parameter', message };
}

/** @param demand completes the message, such as “must be true or false” */
export const invalidParameter = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_parameter',
  message: `Invalid query parameter: ${param} ${demand}`,
});
