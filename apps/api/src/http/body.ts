import { isUtf8 } from 'node:buffer';
import { DomainError, isObject, parse, type Issue, type ObjectRule, type Valid } from '@libs/kernel';
import { parse as parseJson, scan, type ScanOptions } from 'secure-json-parse';
import { excessiveBody, invalidBody, invalidEncoding, malformedJson } from './errors';
import { excessOf, type JsonBounds } from './requests/json-bounds';

/**
 * @param body undefined without a body, which is read as an empty object unless a field is required
 * @throws DomainError `validation`: `invalid_body`, or all errors of all fields
 */
export function readBody<T>(rule: ObjectRule<T>, body: unknown): Valid<T> {
  const input = body === undefined && !rule.schema['required'] ? {} : body;
  if (!isObject(input)) throw invalidBody();
  return parse(rule, input);
}

/**
 * The JSON value of a request body; undefined without a body.
 * @throws DomainError as `jsonOf`
 */
export const bodyOf = (bytes: unknown): unknown =>
  Buffer.isBuffer(bytes) && bytes.length > 0 ? jsonOf(bytes) : undefined;

/** A batch of 100 lines with all fields is 6 levels deep and has 7,000 values, and 4 with each link. */
const BOUNDS: JsonBounds = { depth: 32, values: 10_000 };

/** Text that can have a key that changes a prototype, also if it is escaped. All other text needs no scan. */
const SUSPECT = /__proto__|constructor|\\u/;

/**
 * Parses the text once, whether it is accepted or not.
 * @throws DomainError `validation`: `invalid_body`, `invalid_encoding`, `malformed_json`, `unknown_field`
 */
export function jsonOf(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalidBody();
  const excess = excessOf(bytes, BOUNDS);
  if (excess !== null) throw excessiveBody(excess);
  if (!isUtf8(bytes)) throw invalidEncoding();
  const text = bytes.toString('utf8');
  const value = parsed(text);
  if (SUSPECT.test(text) && typeof value === 'object' && value !== null) assertSafe(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    // Skips a byte order mark.
    return parseJson(text, { protoAction: 'ignore', constructorAction: 'ignore' });
  } catch {
    throw malformedJson();
  }
}

/** Rejects `__proto__`, and `constructor` with a `prototype`, at any depth. */
function assertSafe(value: object): void {
  if (!isSafe(value, { constructorAction: 'ignore' })) throw DomainError.invalid([unsafeField('__proto__')]);
  if (!isSafe(value, { protoAction: 'ignore' })) throw DomainError.invalid([unsafeField('constructor')]);
}

/** Found at any depth, so no object says what else it could be. */
const unsafeField = (param: string): Issue => ({
  param,
  code: 'unknown_field',
  message: `Unknown field: ${param}`,
});

function isSafe(value: object, options: ScanOptions): boolean {
  try {
    scan(value as Record<string, unknown>, options);
    return true;
  } catch {
    return false;
  }
}
