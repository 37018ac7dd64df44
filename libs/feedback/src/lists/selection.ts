import {
  booleanRule,
  invalidValue,
  isEmail,
  idFilterRule,
  isText,
  noEmailAddress,
  oneOf,
  optional,
  textRule,
  timeFilterRule,
  type Instant,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import {
  externalIdRule,
  sourceRule,
  STATUSES,
  statusRule,
  type Source,
  type Status,
} from '../items/feedback.rules';
import { tagFilterRule } from '../tags/tag.rules';

/** Sort orders of a list (lists.md 4). Ties are sorted by ID in the same direction. */
export const SORTS = [
  '-created_at',
  'created_at',
  '-updated_at',
  'updated_at',
  'title',
  '-title',
  '-request_count',
  '-request_value',
] as const;
export type Sort = (typeof SORTS)[number];

export const isSort = (value: unknown): value is Sort => SORTS.includes(value as Sort);

/** Newest first. IDs are time-ordered, so this is the descending order of IDs. */
export const DEFAULT_SORT: Sort = '-created_at';

/** Values of the filter for merged items (lists.md 2). */
export const MERGED_FILTERS = ['include', 'only'] as const;
export type MergedFilter = (typeof MERGED_FILTERS)[number];

/** Conditions that an item must meet, all of them together. */
export interface FeedbackFilter {
  readonly status?: Status;
  /** Any of these, at least two. */
  readonly statuses?: readonly Status[];
  readonly source?: Source;
  /** Each term must occur in the title or in the description; see `searchTerms`. */
  readonly q?: string;
  /** Whether `q` also searches the submitter's email address. */
  readonly searchesSenders?: boolean;
  /** The whole email address, in any case. */
  readonly submitter_email?: string;
  /** Inclusive. */
  readonly created_after?: Instant;
  /** Exclusive. */
  readonly created_before?: Instant;
  /** Inclusive. */
  readonly updated_after?: Instant;
  /** Exclusive. */
  readonly updated_before?: Instant;
  /** The email address of someone who asks for the item, in any case. */
  readonly requested_by?: string;
  /** The whole external ID, case-sensitive. */
  readonly external_id?: string;
  /** Names of tags, in any case. The item has all of them. At least one. */
  readonly tags?: readonly string[];
  /** Whether the item has no tags. */
  readonly isUntagged?: true;
  /** ID of the member whom the item is assigned to, in lowercase. */
  readonly assigneeId?: string;
  /** Whether the item is assigned to no one. */
  readonly isUnassigned?: true;
  /** ID of the import that created the item, in lowercase. */
  readonly importId?: string;
  /** Whether merged items match too, or nothing else. By default, they match no filter. */
  readonly merged?: MergedFilter;
  /** ID of the item that these are merged into, in lowercase. Needs `merged`. */
  readonly merged_into?: string;
}

/** Filter of counts per status. */
export type StatuslessFilter = Omit<FeedbackFilter, 'status' | 'statuses'>;

/** A filter and a sort order, without pagination. */
export interface FeedbackSelection extends FeedbackFilter {
  /** Default: `DEFAULT_SORT`. */
  readonly sort?: Sort;
}

/** Maximum length of `q`, in code points. */
export const Q_MAX = 200;
const qRule = textRule(Q_MAX);

const sortRule: Rule<Sort> = oneOf(SORTS);

/** A whole email address, in any case. */
const emailFilterRule: Rule<string> = {
  schema: { type: 'string', format: 'email' },
  demand: 'must be an email address',
  read(value, param, issues) {
    if (isText(value, param, issues) && !isEmail(value)) issues.push(noEmailAddress(param));
    return value as string;
  },
};

const STATUSES_DEMAND = `must be one or more of ${STATUSES.join(', ')}, separated by commas`;

/** Statuses in a query parameter, separated by commas. */
const statusesRule: Rule<readonly Status[]> = {
  schema: { type: 'string', minLength: 1 },
  demand: STATUSES_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return [];
    const statuses = new Set(value.split(',') as Status[]);
    if (![...statuses].every((status) => STATUSES.includes(status)))
      issues.push(invalidValue(param, STATUSES_DEMAND));
    return STATUSES.filter((status) => statuses.has(status));
  },
};

/** One status, for callers that cannot show several. */
export const oneStatusRule: Rule<readonly Status[]> = {
  ...statusRule,
  read: (value, param, issues) => [statusRule.read(value, param, issues)],
};

/** The word that the filter for assignees accepts besides IDs, for items that no one works on. */
const ASSIGNED_TO_NO_ONE = 'none';
const assigneeFilterRule = (words: readonly string[]): Rule<string> => {
  const demand = `must be ${words.join(', ')}${words.length > 1 ? ',' : ''} or the ID of a member`;
  return {
    schema: { type: 'string' },
    demand,
    read: (value, param, issues) =>
      words.includes(value as string) ? (value as string) : idFilterRule(demand).read(value, param, issues),
  };
};

/** Filter and sort parameters of every surface (lists.md 2, lists.md 4). */
export const SELECTION_FIELDS = {
  status: optional(statusesRule),
  source: optional(sourceRule),
  q: optional(qRule),
  sort: optional(sortRule),
  submitter_email: optional(emailFilterRule),
  requested_by: optional(emailFilterRule),
  external_id: optional(externalIdRule),
  created_after: optional(timeFilterRule),
  created_before: optional(timeFilterRule),
  updated_after: optional(timeFilterRule),
  updated_before: optional(timeFilterRule),
  assignee: optional(assigneeFilterRule([ASSIGNED_TO_NO_ONE])),
  merged: optional(oneOf(MERGED_FILTERS)),
  merged_into: optional(idFilterRule('must be the ID of an item')),
  tag: optional(tagFilterRule),
  untagged: optional(booleanRule),
};

/** For members, the filter for assignees also accepts a word for the signed-in member. */
const ASSIGNED_TO_ME = 'me';

/** The parameters of members, which include more filters. */
export const MEMBER_SELECTION_FIELDS = {
  ...SELECTION_FIELDS,
  import: optional(idFilterRule('must be the ID of an import')),
  assignee: optional(assigneeFilterRule([ASSIGNED_TO_ME, ASSIGNED_TO_NO_ONE])),
};

type MemberOnlyFilter = 'importId' | 'searchesSenders';

export const selectionOf = (values: ValuesOf<typeof SELECTION_FIELDS>): FeedbackSelection =>
  ({
    status: values.status?.length === 1 ? values.status[0] : undefined,
    statuses: values.status?.length === 1 ? undefined : values.status,
    source: values.source,
    q: values.q,
    sort: values.sort,
    submitter_email: values.submitter_email,
    requested_by: values.requested_by,
    external_id: values.external_id,
    created_after: values.created_after,
    created_before: values.created_before,
    updated_after: values.updated_after,
    updated_before: values.updated_before,
    merged: values.merged ?? (values.merged_into === undefined ? undefined : 'only'),
    merged_into: values.merged_into,
    tags: values.tag,
    isUntagged: values.untagged || undefined,
    assigneeId: values.assignee === ASSIGNED_TO_NO_ONE ? undefined : values.assignee,
    isUnassigned: values.assignee === ASSIGNED_TO_NO_ONE || undefined,
  }) satisfies Record<Exclude<keyof FeedbackSelection, MemberOnlyFilter>, unknown>;

/**
 * Searches of members also cover the submitter's email address.
 * @param personId the signed-in member
 */
export function memberSelectionOf(
  values: ValuesOf<typeof MEMBER_SELECTION_FIELDS>,
  personId: string,
): FeedbackSelection {
  const assignee = values.assignee === ASSIGNED_TO_ME ? personId : values.assignee;
  return { ...selectionOf({ ...values, assignee }), importId: values.import, searchesSenders: true };
}
