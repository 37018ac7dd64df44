import {
  booleanRule,
  instantRule,
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
import { externalIdRule, sourceRule, statusRule, type Source, type Status } from '../items/feedback.rules';
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
export type StatuslessFilter = Omit<FeedbackFilter, 'status'>;

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

/** An ID, converted to lowercase. */
const idFilterRule = (demand: string): Rule<string> => ({
  schema: { type: 'string', format: 'uuid' },
  demand,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const id = value.toLowerCase();
    if (!isUuid(id)) issues.push(invalidValue(param, demand));
    return id;
  },
});

/** Filter and sort parameters of every surface (lists.md 2, lists.md 4). */
export const SELECTION_FIELDS = {
  status: optional(statusRule),
  q: optional(qRule),
  sort: optional(sortRule),
  submitter_email: optional(emailFilterRule),
  external_id: optional(externalIdRule),
  created_after: optional(instantRule),
  created_before: optional(instantRule),
  updated_after: optional(instantRule),
  merged: optional(oneOf(MERGED_FILTERS)),
  merged_into: optional(idFilterRule('must be the ID of an item')),
  tag: optional(tagFilterRule),
  untagged: optional(booleanRule),
};

/** Values of the filter for assignees besides IDs: the signed-in member, and no one. */
const [ASSIGNED_TO_ME, ASSIGNED_TO_NO_ONE] = ['me', 'none'];
const ASSIGNEE_DEMAND = `must be ${ASSIGNED_TO_ME}, ${ASSIGNED_TO_NO_ONE}, or the ID of a member`;
const assigneeFilterRule: Rule<string> = {
  schema: { type: 'string' },
  demand: ASSIGNEE_DEMAND,
  read(value, param, issues) {
    const isWord = value === ASSIGNED_TO_ME || value === ASSIGNED_TO_NO_ONE;
    return isWord ? value : idFilterRule(ASSIGNEE_DEMAND).read(value, param, issues);
  },
};

/** The parameters of members, which include more filters. */
export const MEMBER_SELECTION_FIELDS = {
  ...SELECTION_FIELDS,
  source: optional(sourceRule),
  import: optional(idFilterRule('must be the ID of an import')),
  assignee: optional(assigneeFilterRule),
};

type MemberOnlyFilter = 'source' | 'importId' | 'searchesSenders' | 'assigneeId' | 'isUnassigned';

export const selectionOf = (values: ValuesOf<typeof SELECTION_FIELDS>): FeedbackSelection =>
  ({
    status: values.status,
    q: values.q,
    sort: values.sort,
    submitter_email: values.submitter_email,
    external_id: values.external_id,
    created_after: values.created_after,
    created_before: values.created_before,
    updated_after: values.updated_after,
    merged: values.merged ?? (values.merged_into === undefined ? undefined : 'only'),
    merged_into: values.merged_into,
    tags: values.tag,
    isUntagged: values.untagged || undefined,
  }) satisfies Record<Exclude<keyof FeedbackSelection, MemberOnlyFilter>, unknown>;

/**
 * Searches of members also cover the submitter's email address.
 * @param personId the signed-in member
 */
export function memberSelectionOf(
  values: ValuesOf<typeof MEMBER_SELECTION_FIELDS>,
  personId: string,
): FeedbackSelection {
  const { assignee } = values;
  return {
    ...selectionOf(values),
    source: values.source,
    importId: values.import,
    ...(assignee !== undefined &&
      (assignee === ASSIGNED_TO_NO_ONE
        ? { isUnassigned: true }
        : { assigneeId: assignee === ASSIGNED_TO_ME ? personId : assignee })),
    searchesSenders: true,
  };
}
