import { isUtf8 } from 'node:buffer';
import { DomainError, isObject, parse, unknownField, type ObjectRule, type Valid } from '@libs/kernel';
import { parse as parseJson, type ParseOptions } from 'secure-json-parse';
import { invalidBody, invalidEncoding, malformedJson } from './errors';

/** @throws DomainError `validation`: `invalid_body`, or all errors of all fields */
export function readBody<T>(rule: ObjectRule<T>, body: unknown): Valid<T> {
  if (!isObject(body)) throw invalidBody();
  return parse(rule, body);
}

/** @throws DomainError `validation`: `invalid_body`, `invalid_encoding`, `malformed_json`, `unknown_field` */
export function jsonOf(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalidBody();
  if (!isUtf8(bytes)) throw invalidEncoding();
  const text = bytes.toString('utf8');
  try {
    // Rejects __proto__ and constructor.prototype, and skips a byte order mark.
    return parseJson(text);
  } catch {
    throw isJson(text, { protoAction: 'ignore', constructorAction: 'ignore' })
      ? DomainError.invalid([unknownField(forbiddenName(text))])
      : malformedJson();
  }
}

/** Returns the key that could change a prototype, in JSON that `parseJson` rejects. */
const forbiddenName = (text: string): string =>
  isJson(text, { constructorAction: 'ignore' }) ? 'constructor' : '__proto__';

function isJson(text: string, options: ParseOptions): boolean {
  try {
    parseJson(text, options);
    return true;
  } catch {
    return false;
  }
}
