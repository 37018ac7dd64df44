import { characterName } from './text';

/**
 * The category of an error. `http/error.filter.ts` maps it to an HTTP status; the cores don't use HTTP.
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

/** One error of an input (conventions.md 4, member `details`). */
export interface Issue {
  /** The invalid field or parameter; absent if the error concerns a whole line of a file. */
  readonly param?: string;
  readonly code: string;
  readonly message: string;
  /** Line of the file, starting at 1. The message contains it too. */
  readonly line?: number;
  /** ID of the item that a merged item is merged into (`feedback_merged`). */
  readonly merged_into?: string;
  /** Why an identity token is refused (`identity_invalid`). */
  readonly reason?: string;
}

const newIssue =
  (code: string, text: string, suffix = '') =>
  (param: string): Issue => ({ param, code, message: `${text}: ${param}${suffix}` });

/** Errors that any body field can have, with the messages of conventions.md 6. */
export const missingField = newIssue('missing_required_field', 'Missing required field');
export const nullField = newIssue('null_not_allowed', 'Field must not be null');
export const emptyField = newIssue('empty_value', 'Field must not be empty');
export const noEmailAddress = newIssue('invalid_format', 'Invalid email address');

/** @param character the first invalid character, if known */
export const unstorableField = (param: string, character?: string): Issue => {
  const suffix = character === undefined ? '' : ` (${characterName(character)})`;
  return newIssue('invalid_characters', 'Field contains invalid characters', suffix)(param);
};

export const tooLongField = (param: string, max: number): Issue =>
  newIssue('too_long', 'Field is too long', ` (maximum ${max} characters)`)(param);

export const tooManyItems = (param: string, max: number): Issue =>
  newIssue('too_long', 'Too many items', ` (maximum ${max})`)(param);

/** @param type with its article: `a string` */
export const mistypedField = (param: string, type: string): Issue =>
  newIssue('invalid_type', `Field must be ${type}`)(param);

/** @param demand the requirement, as the second part of the message: `must be true or false` */
export const invalidValue = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_value',
  message: `Invalid value for ${param}: ${demand}`,
});

/** Maximum number of issues in one error (conventions.md 4). */
export const ISSUES_MAX = 20;

/** Facts about an error that a surface can show in addition to the message. */
export interface ErrorFacts {
  /** Every issue found. The first one has the `code` and `message` of the error itself. */
  readonly issues?: readonly Issue[];
  /** ID of the item that a merged item is merged into (`feedback_merged`). */
  readonly mergedInto?: string;
  /** Stored version of the item (`precondition_failed`). */
  readonly currentVersion?: number;
  /** Seconds, an integer, after which the same request can succeed. */
  readonly retryAfter?: number;
  /** Token with which the second step of a sign-in continues (`second_factor_required`). */
  readonly challenge?: string;
}

/** The only error class of the cores. `message` is shown to users: no secrets, SQL, or input values. */
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

  /** Combines all issues of an input in one error (conventions.md 4: the first issue is the top-level message). */
  static invalid(issues: readonly [Issue, ...Issue[]]): DomainError {
    const [first] = issues;
    return new DomainError('validation', first.code, first.message, { issues });
  }
}
