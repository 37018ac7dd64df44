import type { ExpectedVersion } from '@libs/feedback';
import { DomainError } from '@libs/kernel';

/** An entity tag (RFC 9110 8.8.3), which can contain commas. */
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
/** Replaces a tag. No header contains this character. */
const PLACEHOLDER = '\0';
/** A version, with or without the digest of the tags: only the version is compared (conventions.md 10). */
const VERSION = /^([1-9]\d{0,9})(?:-[0-9a-f]{8})?$/;

export const invalidIfMatch = () =>
  new DomainError(
    'validation',
    'invalid_if_match',
    'Invalid If-Match header: must be an ETag in double quotes, such as "3", or *',
  );

/** The `If-Match` header of a change (conventions.md 10; RFC 9110 13.1.1). */
export class IfMatch {
  private constructor(
    private readonly expected: ExpectedVersion,
    private readonly weakOnly: boolean,
  ) {}

  /**
   * Without the header, every version matches.
   * @throws DomainError `validation`: `invalid_if_match`
   */
  static of(header: string | undefined): IfMatch {
    if (header === undefined || header.trim() === '*') return new IfMatch('any', false);
    const tags = [...header.matchAll(TAG)];
    const elements = header.replace(TAG, PLACEHOLDER).split(',');
    const isList = elements.every((element) => ['', PLACEHOLDER].includes(element.trim()));
    if (tags.length === 0 || !isList) throw invalidIfMatch();
    const strong = tags.flatMap(([, weak, tag]) => (weak ? [] : [tag!]));
    const versions = strong.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
    return new IfMatch(versions, strong.length === 0);
  }

  /**
   * Runs a change with the expected versions. Explains the error if all ETags are weak.
   * @throws DomainError `precondition_failed`, and what `change` throws
   */
  async apply<T>(change: (expected: ExpectedVersion) => Promise<T>): Promise<T> {
    try {
      return await change(this.expected);
    } catch (error) {
      throw this.weakOnly && isMismatch(error) ? weakTag(error) : error;
    }
  }
}

const isMismatch = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.kind === 'precondition_failed';

export const weakTag = ({ kind, code, facts }: DomainError) =>
  new DomainError(kind, code, 'Weak ETags never match If-Match; send the strong one, such as "3"', facts);
