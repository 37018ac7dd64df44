import {
  DomainError,
  invalidValue,
  isUuid,
  optional,
  readFields,
  type Issue,
  type NewId,
  type Valid,
} from '@libs/kernel';
import { ITEM_FIELD_NAMES, newFeedback, newFeedbackRule, type NewFeedback } from '../items/feedback';
import { sourceRule } from '../items/feedback.rules';
import { importedLinksRule } from '../items/links';
import { importedTagsRule } from '../tags/tag.rules';
import { exportedIdRule, instantRule } from './import.rules';
import { REFERENCES, type NamedAssignee } from './imported-references';
import { withRequests, type ItemWithRequests } from './imported-requests';
import { REQUEST_COLUMNS, requestsOfRow } from './imported-requests.rules';

/** Names no item. */
const NO_ID = '';
/** Maximum number of rows in an import. */
export const IMPORT_ROWS_MAX = 100_000;
/** Maximum number of requests in an import, besides the submissions. */
export const IMPORT_REQUESTS_MAX = 1_000_000;

/** Maximum number of errors in a report, and of repeated rows. */
export const IMPORT_ERRORS_MAX = 1_000;

const { context: contextField, ...NEW_ITEM } = newFeedbackRule.fields;
const ITEM = {
  ...NEW_ITEM,
  tags: optional(importedTagsRule),
  links: optional(importedLinksRule),
  source: optional(sourceRule),
};
const FIELDS = { ...ITEM, ...REQUEST_COLUMNS, ...REFERENCES };
/** The fields that only NDJSON can have. */
export const NDJSON_FIELDS = ['requests', 'context'] as const;
const ID_AND_TIMES = ['id', 'created_at', 'updated_at'] as const;

/** The fields of a row. Only the title is required; null counts as absent. */
export const IMPORT_FIELDS = [...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]), ...ID_AND_TIMES];
/** Columns and fields of an export that an import ignores, because it counts them itself. */
export const IGNORED_FIELDS = ITEM_FIELD_NAMES.filter((name) => !(IMPORT_FIELDS as string[]).includes(name));
export const IMPORT_COLUMNS: readonly string[] = [...IMPORT_FIELDS, ...IGNORED_FIELDS];
export type ImportField = keyof typeof FIELDS | (typeof ID_AND_TIMES)[number];

/** A row as parsed from the file, not yet validated. */
export interface ImportLine {
  /** Line of the file on which the row starts; the first one is 1. */
  readonly line: number;
  /** The values; null if the row cannot be parsed. */
  readonly values: Readonly<Partial<Record<ImportField | (typeof NDJSON_FIELDS)[number], unknown>>> | null;
  /** Syntax errors of the line, and unknown fields. */
  readonly issues: readonly Issue[];
}

/** An error of a row. Its message starts with the line. */
export interface ImportError extends Issue {
  readonly line: number;
}

/** Something that an import did not take over from a row, whose item it created all the same. */
export interface ImportWarning extends Omit<Issue, 'line'> {
  /** Null if it is about several rows. */
  readonly line: number | null;
}

/** A row with the ID or external ID of an earlier row of the file. */
export interface ImportRepeat {
  readonly line: number;
  readonly firstLine: number;
}

export interface ImportReport {
  /** Identifies the created items, so that the import can be undone; null if there are none. */
  readonly importId: string | null;
  readonly dryRun: boolean;
  /** All rows of the file; unless `isRejected`, the sum of `created`, `existing`, and `failed`. */
  readonly rows: number;
  /** Number of created items; in a dry run, of items that would be created. */
  readonly created: number;
  /** Skipped rows: the account or an earlier row of the file already has their ID or external ID. */
  readonly existing: number;
  /** The part of `existing` that repeats the ID or external ID of an earlier row of the file. */
  readonly repeated: number;
  /** Invalid rows. */
  readonly failed: number;
  /** The first `IMPORT_ERRORS_MAX` errors, by line. */
  readonly errors: readonly ImportError[];
  /** The first `IMPORT_ERRORS_MAX` of `repeated`, by line. */
  readonly repeats: readonly ImportRepeat[];
  /** The first `IMPORT_ERRORS_MAX` warnings, by line. */
  readonly warnings: readonly ImportWarning[];
  /** True if nothing was imported because of invalid rows. */
  readonly isRejected: boolean;
}

/** The item of a row, its requests, and what it refers to. */
export interface ImportedItem extends ItemWithRequests {
  /** The ID of the item into which it was merged, in lowercase; `NO_ID` for another text. */
  readonly mergedInto: string | null;
  readonly assignee: NamedAssignee | null;
}

/**
 * Converts a row to an item and its requests. If the row is invalid, adds its errors to `issues` and returns null.
 * @param now time of items without `created_at`
 */
export function importedFeedback(
  accountId: string,
  values: NonNullable<ImportLine['values']>,
  now: Date,
  newId: NewId,
  issues: Issue[],
): ImportedItem | null {
  const before = issues.length;
  const present: Record<string, unknown> = {};
  for (const name of [...IMPORT_FIELDS, ...NDJSON_FIELDS])
    if (values[name] !== null) present[name] = values[name];
  const instant = optional(instantRule(now));
  const times = readFields({ created_at: instant, updated_at: instant }, present, '', issues);
  const input = {
    ...readFields(ITEM, present, '', issues),
    ...readFields({ context: contextField }, present, '', issues),
  };
  const { merged_into: mergedInto, assignee = null } = readFields(REFERENCES, present, '', issues);
  const requests = {
    ...readFields(REQUEST_COLUMNS, present, '', issues),
    ...('requests' in present && readFields(requestsOfRow(now), present, '', issues)),
  };
  const { created_at = now.toISOString(), updated_at = created_at } = times;
  // An invalid time causes no further errors.
  const areTimesValid = issues.every(({ param }) => param !== 'created_at' && param !== 'updated_at');
  if (areTimesValid && updated_at < created_at) {
    issues.push(invalidValue('updated_at', 'must not be before created_at'));
  }
  const { id } = areTimesValid
    ? readFields({ id: optional(exportedIdRule(created_at)) }, present, '', issues)
    : { id: '' };
  if (issues.length > before) return null;
  const { source = 'import', ...submission } = input;
  const created = new Date(created_at);
  const item = newFeedback(
    accountId,
    submission as Valid<NewFeedback>,
    source,
    id ?? newId(created),
    created,
  );
  return {
    ...withRequests({ ...item, updated_at }, requests, newId),
    mergedInto: mergedInto === undefined ? null : idOf(mergedInto),
    assignee,
  };
}

function idOf(text: string): string {
  const id = text.toLowerCase();
  return isUuid(id) ? id : NO_ID;
}

export const importErrorAt = (line: number, { param, code, message }: Issue): ImportError => ({
  line,
  ...(param !== undefined && { param }),
  code,
  message: `Line ${line}: ${message}`,
});

/** @throws DomainError `validation` with every error, if invalid rows prevented the import */
export function assertImported({ isRejected, errors: [first, ...rest] }: ImportReport): void {
  if (isRejected && first) throw DomainError.invalid([first, ...rest]);
}

/** Rejects an import while the account has a running one, on any instance. */
export const importInProgress = (): DomainError =>
  new DomainError('rate_limit', 'import_in_progress', 'An import is already running for this account', {
    retryAfter: 5,
  });

/** Rejects an import while too many other accounts have a running one. */
export const tooManyImports = (): DomainError =>
  new DomainError('unavailable', 'too_many_imports', 'Too many imports are running: try again', {
    retryAfter: 5,
  });

export const tooManyRows = (): DomainError =>
  new DomainError('validation', 'too_long', `Too many rows (maximum ${IMPORT_ROWS_MAX})`);

export const tooManyImportedRequests = (): DomainError =>
  new DomainError('validation', 'too_long', `Too many requests (maximum ${IMPORT_REQUESTS_MAX})`);
