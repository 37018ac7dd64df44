import { preconditionOf, WEAK_ETAG, type ExpectedVersion, type Precondition } from '@libs/feedback';
import { DomainError } from '@libs/kernel';

export const invalidIfMatch = () =>
  new DomainError(
    'validation',
    'invalid_if_match',
    'Invalid If-Match header: must be an ETag in double quotes, such as "3", or *',
  );

/** The `If-Match` header of a change (conventions.md 10; RFC 9110 13.1.1). */
export class IfMatch {
  private constructor(private readonly precondition: Precondition) {}

  /**
   * Without the header, every version matches.
   * @throws DomainError `validation`: `invalid_if_match`
   */
  static of(header = '*'): IfMatch {
    const precondition = preconditionOf(header);
    if (!precondition) throw invalidIfMatch();
    return new IfMatch(precondition);
  }

  /**
   * Runs a change with the expected versions. Explains the error if all ETags are weak.
   * @throws DomainError `precondition_failed`, and what `change` throws
   */
  async apply<T>(change: (expected: ExpectedVersion) => Promise<T>): Promise<T> {
    try {
      return await change(this.precondition.expected);
    } catch (error) {
      throw this.precondition.isWeak && isMismatch(error) ? weakTag(error) : error;
    }
  }
}

const isMismatch = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.kind === 'precondition_failed';

export const weakTag = ({ kind, code, facts }: DomainError) => new DomainError(kind, code, WEAK_ETAG, facts);
