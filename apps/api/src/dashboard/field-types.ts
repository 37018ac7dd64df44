import { missingField, mistypedField, nullField, type Rule } from '@libs/kernel';

/**
 * What a field of the dashboard's bodies is made of; whether its value is good is for libs/accounts to say, in whose
 * hands it comes unchanged.
 */
export const text = shape<string>('a string', { type: 'string' }, isString);
export const textOrNull = orNull(text);
export const flag = shape<boolean>('a boolean', { type: 'boolean' }, (value) => typeof value === 'boolean');
export const number = shape<number>('a number', { type: 'number' }, (value) => typeof value === 'number');
export const numberOrNull = orNull(number);
export const texts = shape<readonly string[]>(
  'an array of strings',
  { type: 'array', items: { type: 'string' } },
  (value) => Array.isArray(value) && value.every(isString),
);

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function shape<T>(name: string, schema: Rule<T>['schema'], fits: (value: unknown) => boolean): Rule<T> {
  return {
    schema,
    read(value, param, issues) {
      if (value === undefined) issues.push(missingField(param));
      else if (value === null) issues.push(nullField(param));
      else if (!fits(value)) issues.push(mistypedField(param, name));
      return value as T;
    },
  };
}

function orNull<T>(rule: Rule<T>): Rule<T | null> {
  return {
    schema: { anyOf: [rule.schema, { type: 'null' }] },
    read: (value, param, issues) => (value === null ? null : rule.read(value, param, issues)),
  };
}
