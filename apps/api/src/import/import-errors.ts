import { IMPORT_COLUMNS } from '@libs/feedback';
import { allowedNames, DomainError, type Issue } from '@libs/kernel';

/** Maximum length of a line in bytes, the same as of an item as JSON (import.md 3). */
export const LINE_BYTES_MAX = 262_144;

/** Maximum number of unknown names reported per line, which can have tens of thousands. Responses show no more. */
export const UNKNOWN_NAMED_MAX = 20;

/** Errors of a file. Errors of the values in a row are in libs/feedback. */
export const emptyFile = () =>
  new DomainError('validation', 'invalid_body', 'Request body must have at least one row');

export const notUtf8 = (line: number) =>
  new DomainError('validation', 'invalid_encoding', `Line ${line}: Request body is not valid UTF-8`);

export const malformedCsv = (line: number) =>
  new DomainError(
    'validation',
    'malformed_csv',
    `Line ${line}: Request body is not valid CSV: enclose fields that contain quotes in quotes, and double the inner quotes`,
  );

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'pipes'],
]);

/** The name of a separator other than commas; undefined for any other character. */
export const otherSeparator = (character: string): string | undefined => SEPARATORS.get(character);

/** @param found plural name of the separator, such as `semicolons` */
export const wrongSeparator = (line: number, found: string) =>
  new DomainError(
    'validation',
    'malformed_csv',
    `Line ${line}: Fields must be separated by commas, not ${found}: save the file with commas, or import it in the ` +
      'dashboard, which accepts both',
  );

export const headerTooLong = (line: number) =>
  new DomainError('validation', 'malformed_csv', `Line ${line}: The header row is too long`);

export const lineTooLong = (): Issue => ({
  code: 'too_long',
  message: `Line is too long (maximum ${LINE_BYTES_MAX} bytes)`,
});

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const wrongFieldCount = (count: number, expected: number): Issue => ({
  code: 'wrong_field_count',
  message: `Line has ${counted(count, 'field')}, but the header has ${counted(expected, 'column')}`,
});

export const unknownColumn = (param: string, allowed: readonly string[] = IMPORT_COLUMNS): Issue => ({
  param,
  code: 'unknown_field',
  message: `Unknown column: ${param} ${allowedNames(allowed)}`,
});

export const repeatedColumn = (param: string): Issue => ({
  param,
  code: 'repeated_field',
  message: `Column must not be repeated: ${param}`,
});

export const missingColumn = (param: string): Issue => ({
  param,
  code: 'missing_required_field',
  message: `Missing required column: ${param}`,
});
