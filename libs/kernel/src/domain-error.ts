import { characterName } from './text';

/**
 * What went wrong, in words every surface understands. `http/error.filter.ts` turns a kind into a status;
 * the core has never heard of 404.
 */
export type ErrorKind =
  | 'validation'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'gone'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency'
  | 'rate_limit'
  | 'internal'
  | 'unavailable';

/** One fault of an input (conventions.md 4, member `details`). */
export interface Issue {
  /** The field or parameter; absent where a whole line of a file is at fault. */
  readonly param?: string;
  readonly code: string;
  readonly message: string;
  /** Where in a file, from 1; its message says it too. */
  readonly line?: number;
}

const fault =
  (code: string, text: string, more = '') =>
  (param: string): Issue => ({ param, code, message: `${text}: ${param}${more}` });

/** The faults a field of any body may have, each in the one wording of conventions.md 6. */
export const missingField = fault('missing_required_field', 'Missing required field');
export const nullField = fault('null_not_allowed', 'Field must not be null');
export const emptyField = fault('empty_value', 'Field must not be empty');
export const noEmailAddress = fault('invalid_format', 'Invalid email address');

/** @param character the first of them, if it is known */
export const unstorableField = (param: string, character?: string): Issue => {
  const more = character === undefined ? '' : ` (${characterName(character)})`;
  return fault('invalid_characters', 'Field contains invalid characters', more)(param);
};

export const tooLongField = (param: string, max: number): Issue =>
  fault('too_long', 'Field is too long', ` (maximum ${max} characters)`)(param);

/** @param type with its article: `a string` */
export const mistypedField = (param: string, type: string): Issue =>
  fault('invalid_type', `Field must be ${type}`)(param);

/** @param demand what the value must be, as the message goes on */
export const invalidValue = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Invalid value for ${param}: ${demand}`,
});

/** The most issues that one error tells (conventions.md 4). */
export const ISSUES_MAX = 20;

/** Facts about a failure that a surface may show beside its message. */
export interface ErrorFacts {
  /** Every fault found, the first one being the error's own `code` and `message`. */
  readonly issues?: readonly Issue[];
  /** Version of the item as it is stored now (`precondition_failed`). */
  readonly currentVersion?: number;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

/** The one error class of the house. `message` is for people and never holds a secret, SQL or an input value. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly facts: ErrorFacts = {},
  ) {
    super(message);
  }

  /** All faults of an input as one error (conventions.md 4: the first entry is the top-level message). */
  static invalid(issues: readonly [Issue, ...Issue[]]): DomainError {
    const [first] = issues;
    return new DomainError('validation', first.code, first.message, { issues });
  }
}
