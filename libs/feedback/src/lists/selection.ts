import {
  instantOf,
  invalidValue,
  isEmail,
  isText,
  isUuid,
  noEmailAddress,
  oneOf,
  optional,
  textRule,
  type Instant,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { sourceRule, statusRule, type Source, type Status } from '../items/feedback.rules';

/** The orders a list can have (lists.md 4); ties are broken by id in the same direction. */
export const SORTS = ['-created_at', 'created_at', '-updated_at', 'updated_at', 'title', '-title'] as const;
export type Sort = (typeof SORTS)[number];

export const isSort = (value: unknown): value is Sort => SORTS.includes(value as Sort);

/** Newest first. As ids are made in the order of time, this is the order of ids. */
export const DEFAULT_SORT: Sort = '-created_at';

export interface FeedbackFilter {
  readonly status?: Status;
  readonly source?: Source;
  /** Words, each of which must occur in title or description; see `searchTerms`. */
  readonly q?: string;
  /** `q` also searches the submitter's address. */
  readonly searchesSenders?: boolean;
  /** The whole address, in upper or lower case. */
  readonly submitterEmail?: string;
  /** From this moment on. */
  readonly createdAfter?: Instant;
  /** Before this moment. */
  readonly createdBefore?: Instant;
  /** From this moment on. */
  readonly updatedAfter?: Instant;
  /** Only what this import created; in lower case. */
  readonly importId?: string;
}

/** What counts per status have in common. */
export type StatuslessFilter = Omit<FeedbackFilter, 'status'>;

/** Which items, all of them, and in which order: what an export is asked for. */
export interface FeedbackSelection extends FeedbackFilter {
  /** `DEFAULT_SORT` when not given. */
  readonly sort?: Sort;
}

/** Longest search, in code points. */
export const Q_MAX = 200;
const qRule = textRule(Q_MAX);

const sortRule: Rule<Sort> = oneOf(SORTS);

const TIME_DEMAND = 'must be a date and time with its offset, such as 2026-03-03T10:00:00Z (RFC 3339)';

/** RFC 3339 with its offset, in the milliseconds that items are kept in: what is finer counts as the next one. */
const instantRule: Rule<Instant> = {
  schema: { type: 'string', format: 'date-time' },
  demand: TIME_DEMAND,
  read(value, param, issues) {
    const instant = isText(value, param, issues) ? instantOf(value) : '';
    if (instant === null) issues.push(invalidValue(param, TIME_DEMAND));
    return instant ?? '';
  },
};

/** The whole address, in upper or lower case. */
const emailFilterRule: Rule<string> = {
  schema: { type: 'string', format: 'email' },
  demand: 'must be an email address',
  read(value, param, issues) {
    if (isText(value, param, issues) && !isEmail(value)) issues.push(noEmailAddress(param));
    return value as string;
  },
};

const IMPORT_DEMAND = 'must be the id of an import';

/** Of an import, in lower case. */
const importIdRule: Rule<string> = {
  schema: { type: 'string', format: 'uuid' },
  demand: IMPORT_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const id = value.toLowerCase();
    if (!isUuid(id)) issues.push(invalidValue(param, IMPORT_DEMAND));
    return id;
  },
};

/** Which items, and in which order (lists.md 2, lists.md 4). Each surface reads its parameters by these. */
export const SELECTION_FIELDS = {
  status: optional(statusRule),
  q: optional(qRule),
  sort: optional(sortRule),
  submitter_email: optional(emailFilterRule),
  created_after: optional(instantRule),
  created_before: optional(instantRule),
  updated_after: optional(instantRule),
};

/** What the owner can select by as well. */
export const OWNER_SELECTION_FIELDS = {
  ...SELECTION_FIELDS,
  source: optional(sourceRule),
  import: optional(importIdRule),
};

type OwnersOnly = 'source' | 'importId' | 'searchesSenders';

export const selectionOf = (values: ValuesOf<typeof SELECTION_FIELDS>): FeedbackSelection =>
  ({
    status: values.status,
    q: values.q,
    sort: values.sort,
    submitterEmail: values.submitter_email,
    createdAfter: values.created_after,
    createdBefore: values.created_before,
    updatedAfter: values.updated_after,
  }) satisfies Record<Exclude<keyof FeedbackSelection, OwnersOnly>, unknown>;

/** The owner's searches find a part of the submitter's address, too. */
export const ownerSelectionOf = (values: ValuesOf<typeof OWNER_SELECTION_FIELDS>): FeedbackSelection => ({
  ...selectionOf(values),
  source: values.source,
  importId: values.import,
  searchesSenders: true,
});
