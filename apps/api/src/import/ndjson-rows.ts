import { isUtf8 } from 'node:buffer';
import { IMPORT_COLUMNS, NDJSON_FIELDS, type ImportLine } from '@libs/feedback';
import { DomainError, isObject, quotedName, unknownField, type Issue } from '@libs/kernel';
import { jsonOf } from '../http/body';
import type { RawLine } from './raw-lines';
import { lineTooLong, notUtf8, UNKNOWN_NAMED_MAX } from './import-errors';

const NAMES = [...new Set([...IMPORT_COLUMNS, ...NDJSON_FIELDS])];

/**
 * Parses a row of NDJSON: one JSON object per line.
 * @throws DomainError `validation` if the file is not UTF-8, because then all of its text is unreliable
 */
export function ndjsonRow({ line, bytes }: RawLine, names: readonly string[] = NAMES): ImportLine {
  const invalidLine = (issue: Issue): ImportLine => ({ line, values: null, issues: [issue] });
  if (bytes === null) return invalidLine(lineTooLong());
  if (!isUtf8(bytes)) throw notUtf8(line);
  let values: unknown;
  try {
    values = jsonOf(bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [unknown] = error.facts.issues ?? [];
    const message = error.message.replace(/^Request body/, 'Line');
    return invalidLine(unknown ?? { code: error.code, message });
  }
  if (!isObject(values)) {
    return invalidLine({ code: 'invalid_body', message: 'Line must be a JSON object' });
  }
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  const named = unknown.slice(0, UNKNOWN_NAMED_MAX);
  return { line, values, issues: named.map((name) => unknownField(quotedName(name), names)) };
}
