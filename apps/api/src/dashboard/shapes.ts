import type { FieldRule } from '@libs/feedback';
import type { Issue } from '@libs/kernel';

/**
 * What a field of the dashboard's bodies is made of; whether its value is good is for libs/accounts to say, in whose
 * hands it comes unchanged.
 */
export const text = shape<string>('string', { type: 'string' }, isString);
export const textOrNull = orNull(text);
export const flag = shape<boolean>('boolean', { type: 'boolean' }, (value) => typeof value === 'boolean');
export const number = shape<number>('number', { type: 'number' }, (value) => typeof value === 'number');
export const numberOrNull = orNull(number);
export const texts = shape<readonly string[]>(
  'array of strings',
  { type: 'array', items: { type: 'string' } },
  (value) => Array.isArray(value) && value.every(isString),
);

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function shape<T>(
  name: string,
  schema: FieldRule<T>['schema'],
  fits: (value: unknown) => boolean,
): FieldRule<T> {
  const article = name.startsWith('a') ? 'an' : 'a';
  return {
    schema,
    read(value, param, issues) {
      const issue = faultOf(value, param);
      if (issue) issues.push(issue);
      else if (!fits(value)) {
        issues.push({ param, code: 'invalid_type', message: `Field must be ${article} ${name}: ${param}` });
      }
      return value as T;
    },
  };
}

function orNull<T>(rule: FieldRule<T>): FieldRule<T | null> {
  return {
    schema: { anyOf: [rule.schema, { type: 'null' }] },
    read: (value, param, issues) => (value === null ? null : rule.read(value, param, issues)),
  };
}

function faultOf(value: unknown, param: string): Issue | undefined {
  if (value === undefined) {
    return { param, code: 'missing_required_field', message: `Missing required field: ${param}` };
  }
  if (value === null) return { param, code: 'null_not_allowed', message: `Field must not be null: ${param}` };
  return undefined;
}
