import { DomainError, type Issue } from '@libs/kernel';

/** Longest line of a file, in bytes: as much as one item may take as JSON (import.md 3). */
export const LINE_BYTES_MAX = 262_144;

/** Most unknown names that one line is told: it may have tens of thousands, and no answer shows more of a fault. */
export const UNKNOWN_NAMED_MAX = 20;

/** What is wrong with a file as a file, each message once; the rules about rows have theirs in libs/feedback. */
export const emptyFile = () =>
  new DomainError('validation', 'invalid_body', 'Request body must have at least one row');

export const notUtf8 = (line: number) =>
  new DomainError('validation', 'invalid_encoding', `Line ${line}: Request body is not valid UTF-8`);

export const malformedCsv = (line: number) =>
  new DomainError(
    'validation',
    'malformed_csv',
    `Line ${line}: Request body is not valid CSV: put fields with quotes into quotes, and double the quotes inside`,
  );

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
]);

/** What separates fields in place of commas; undefined for any other character. */
export const otherSeparator = (character: string): string | undefined => SEPARATORS.get(character);

/** @param found in the plural, such as `semicolons` */
export const separatedOtherwise = (line: number, found: string) =>
  new DomainError(
    'validation',
    'malformed_csv',
    `Line ${line}: Fields must be separated by commas, not ${found}: save the file with commas, or import it in the ` +
      'dashboard, which accepts both',
  );

export const headerTooLong = (line: number) =>
  new DomainError('validation', 'malformed_csv', `Line ${line}: The line of column names is too long`);

export const uploadTooSlow = () =>
  new DomainError('validation', 'upload_too_slow', 'The upload has stopped or takes too long');

export const lineTooLong = (): Issue => ({
  code: 'too_long',
  message: `Line is too long (maximum ${LINE_BYTES_MAX} bytes)`,
});

export const wrongFieldCount = (count: number, wanted: number): Issue => ({
  code: 'wrong_field_count',
  message: `Line has ${count} fields, and the first line names ${wanted} columns`,
});

export const unknownColumn = (param: string): Issue => ({
  param,
  code: 'unknown_field',
  message: `Unknown column: ${param}`,
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
