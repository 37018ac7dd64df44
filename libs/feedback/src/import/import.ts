import {
  DomainError,
  invalidValue,
  optional,
  readFields,
  type Issue,
  type NewId,
  type Valid,
} from '@libs/kernel';
import { newFeedback, newFeedbackRule, type Feedback, type NewFeedback } from '../items/feedback';
import { sourceRule } from '../items/feedback.rules';
import { exportedIdRule, externalIdRule, instantRule } from './import.rules';

/** Most rows of one import. */
export const IMPORT_ROWS_MAX = 100_000;

/** Most faults that a report names, and most repetitions. */
export const IMPORT_FAULTS_MAX = 1_000;

const FIELDS = {
  ...newFeedbackRule.fields,
  external_id: optional(externalIdRule),
  source: optional(sourceRule),
};
const DATED = ['id', 'created_at', 'updated_at'] as const;

/** The fields of a row; all but the title are optional, and null counts as absent. */
export const IMPORT_FIELDS = [...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]), ...DATED];
export type ImportField = keyof typeof FIELDS | (typeof DATED)[number];

/** A row as its file has it. */
export interface ImportLine {
  /** Where it begins, from 1. */
  readonly line: number;
  /** What stands in it, not yet judged; null where that cannot be told. */
  readonly values: Readonly<Partial<Record<ImportField, unknown>>> | null;
  /** What is wrong with the line itself, and fields that no row has. */
  readonly issues: readonly Issue[];
}

/** An item on its way in, and what it was called where it comes from. */
export interface ImportedFeedback {
  readonly item: Feedback;
  /** Names the item once and for all within its account; null when it has no such name. */
  readonly externalId: string | null;
}

/** One fault of one line; its message begins with the line. */
export interface ImportFault extends Issue {
  readonly line: number;
}

/** A row that names the item an earlier one of its file names. */
export interface ImportRepeat {
  readonly line: number;
  readonly firstLine: number;
}

export interface ImportReport {
  /** Names the items that were created, so that the import can be undone; null when there are none. */
  readonly importId: string | null;
  readonly dryRun: boolean;
  /** All there are in the file; unless the import was refused, the sum of the next three. */
  readonly rows: number;
  /** How many items were made, or would be in a dry run. */
  readonly created: number;
  /** Rows whose id or external id the account has already, or an earlier row had: nothing was changed. */
  readonly existing: number;
  /** Those of `existing` whose id or external id an earlier row of the file has. */
  readonly repeated: number;
  /** Rows that broke a rule. */
  readonly failed: number;
  /** The first `IMPORT_FAULTS_MAX` faults, in the order of lines. */
  readonly faults: readonly ImportFault[];
  /** The first `IMPORT_FAULTS_MAX` of `repeated`, in the order of lines. */
  readonly repeats: readonly ImportRepeat[];
  /** Nothing was imported, because of the faults. */
  readonly refused: boolean;
}

/**
 * The item a row becomes; null when it breaks a rule, and then `issues` says which.
 * @param now when the row says nothing of a time
 */
export function importedFeedback(
  accountId: string,
  values: NonNullable<ImportLine['values']>,
  now: Date,
  newId: NewId,
  issues: Issue[],
): ImportedFeedback | null {
  const before = issues.length;
  const given: Record<string, unknown> = {};
  for (const name of IMPORT_FIELDS) if (values[name] !== null) given[name] = values[name];
  const instant = optional(instantRule(now));
  const times = readFields({ created_at: instant, updated_at: instant }, given, '', issues);
  const input = readFields(FIELDS, given, '', issues);
  const { created_at: createdAt = now.toISOString(), updated_at: updatedAt = createdAt } = times;
  // Times that are wrong make no second fault.
  const timesAreFine = issues.every(({ param }) => param !== 'created_at' && param !== 'updated_at');
  if (timesAreFine && updatedAt < createdAt) {
    issues.push(invalidValue('updated_at', 'must not be before created_at'));
  }
  const { id } = timesAreFine
    ? readFields({ id: optional(exportedIdRule(createdAt)) }, given, '', issues)
    : { id: '' };
  if (issues.length > before) return null;
  const { external_id: externalId = null, source = 'import', ...submission } = input;
  const made = new Date(createdAt);
  const item = newFeedback(accountId, submission as Valid<NewFeedback>, source, id ?? newId(made), made);
  return { item: { ...item, updatedAt }, externalId };
}

/** The fault as a report shows it. */
export const faultIn = (line: number, { param, code, message }: Issue): ImportFault => ({
  line,
  ...(param !== undefined && { param }),
  code,
  message: `Line ${line}: ${message}`,
});

/** @throws DomainError `validation` with the errors because of which nothing was imported */
export function assertImported({ refused, faults: [first, ...rest] }: ImportReport): void {
  if (refused && first) throw DomainError.invalid([first, ...rest]);
}

/** Why an import has to wait: the account has one under way, here or on another instance. */
export const importInProgress = (): DomainError =>
  new DomainError('rate_limit', 'import_in_progress', 'An import is already running for this account', {
    retryAfter: 5,
  });

/** Why an import has to wait: other accounts have taken all the turns there are. */
export const tooManyImports = (): DomainError =>
  new DomainError('unavailable', 'too_many_imports', 'Too many imports are running: try again', {
    retryAfter: 5,
  });

export const tooManyRows = (): DomainError =>
  new DomainError('validation', 'too_long', `Too many rows (maximum ${IMPORT_ROWS_MAX})`);
