import {
  invalidValue,
  isOfType,
  nameRule,
  nullable,
  objectRule,
  oneOf,
  oneOfNumbers,
  optional,
  required,
  type ObjectRule,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import {
  ALLOWED_ORIGINS_MAX,
  API_KEY_NAME_MAX,
  EXPIRY_DAYS,
  OVERLAPS_SECONDS,
  PERMISSIONS,
  type Permission,
} from '../limits';

const ORIGIN_MAX = 300;

/** Whether a text is an origin as browsers serialize it: scheme, lowercase ASCII host, and port if not the default. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || text.length > ORIGIN_MAX) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

const ORIGIN_DEMAND = 'each must be an origin as browsers send it, such as https://www.example.com';

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** At most 20 origins, without duplicates. */
const originsRule: Rule<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string' }, maxItems: ALLOWED_ORIGINS_MAX },
  read(value, param, issues) {
    if (!isOfType(isStrings, 'an array of strings', value, param, issues)) return [];
    if (value.length > ALLOWED_ORIGINS_MAX) {
      issues.push(invalidValue(param, `must have at most ${ALLOWED_ORIGINS_MAX} origins`));
    } else if (!value.every(isOrigin)) issues.push(invalidValue(param, ORIGIN_DEMAND));
    return [...new Set(value)];
  },
};

const NEW = {
  permission: required(oneOf(PERMISSIONS)),
  name: required(nameRule(API_KEY_NAME_MAX)),
  allowed_origins: optional(originsRule),
  /** Null: the key never expires. */
  expires_in_days: optional(nullable(oneOfNumbers(EXPIRY_DAYS))),
};
export type NewApiKey = ValuesOf<typeof NEW>;
const fields = objectRule(NEW);

/** Also checks the origins against the permission, so that one error has every issue. */
export const newApiKeyRule: ObjectRule<NewApiKey, typeof NEW> = {
  ...fields,
  read(value, param, issues) {
    const before = issues.length;
    const input = fields.read(value, param, issues);
    const { permission, allowed_origins: origins = [] } = input;
    const isReported = issues.slice(before).some(({ param: at }) => at && at !== 'name');
    const demand = isReported ? null : demandOfOrigins(origins.length, permission);
    if (demand) issues.push(invalidValue('allowed_origins', demand));
    return input;
  },
};

function demandOfOrigins(count: number, permission: Permission): string | null {
  if (permission !== 'submit') return count > 0 ? 'only a submit key can have origins' : null;
  return count === 0 ? 'a submit key must have at least one origin' : null;
}

const ROTATION = { overlap_seconds: required(oneOfNumbers(OVERLAPS_SECONDS)) };
export type Rotation = ValuesOf<typeof ROTATION>;
export const rotationRule = objectRule(ROTATION);
