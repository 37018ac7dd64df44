import type { ItemJson } from '../items/feedback';
import { tagKey } from '../tags/tag.rules';
import { hasTerms, searchTerms } from './list';
import type { FeedbackFilter } from './selection';

/** The filters that each test the item itself, without search text, submitter, and merged items. */
export type ItemTest = Exclude<keyof FeedbackFilter, 'q' | 'searchesSenders' | 'submitter_email' | 'merged'>;

/** What filters test and no field of the item has. */
export interface NotInItem {
  /** ID of the import that created the item. */
  readonly importId?: string;
  /** Whether the address of `requested_by` asks for it, or for one of its duplicates. */
  readonly isRequested?: boolean;
  /** Whether the text and the submitter find one of its duplicates. */
  readonly isFoundByDuplicate?: boolean;
}

const TESTS: {
  readonly [T in ItemTest]-?: (
    item: ItemJson,
    value: NonNullable<FeedbackFilter[T]>,
    more: NotInItem,
  ) => boolean;
} = {
  status: (item, status) => item.status === status,
  statuses: (item, statuses) => statuses.includes(item.status),
  source: (item, source) => item.source === source,
  created_after: (item, instant) => item.created_at >= instant,
  created_before: (item, instant) => item.created_at < instant,
  updated_after: (item, instant) => item.updated_at >= instant,
  updated_before: (item, instant) => item.updated_at < instant,
  external_id: (item, externalId) => item.external_id === externalId,
  merged_into: (item, id) => item.merged_into === id,
  tags: (item, names) => names.every((name) => item.tags.some((tag) => tagKey(tag) === tagKey(name))),
  isUntagged: (item) => item.tags.length === 0,
  assigneeId: (item, id) => item.assignee?.id === id,
  isUnassigned: (item) => item.assignee === null,
  importId: (_, id, { importId }) => importId === id,
  requested_by: (_, _email, { isRequested }) => isRequested === true,
};

/** Whether an item matches a filter (lists.md 2). The statements of an adapter have the same meaning. */
export function matches(item: ItemJson, filter: FeedbackFilter, more: NotInItem = {}): boolean {
  const { merged } = filter;
  if (merged !== 'include' && (item.merged_into !== null) !== (merged === 'only')) return false;
  // With `merged`, each item is found by its own values only.
  const isFound = isFoundItself(item, filter) || (merged === undefined && more.isFoundByDuplicate);
  if (!isFound) return false;
  return Object.entries(TESTS).every(([name, test]) => {
    const value = filter[name as ItemTest];
    return value === undefined || (test as (...args: unknown[]) => boolean)(item, value, more);
  });
}

/** Whether the text and the submitter of a filter find the item by its own values. */
export function isFoundItself(item: ItemJson, filter: FeedbackFilter): boolean {
  const { q = '', searchesSenders, submitter_email } = filter;
  const email = item.submitter_email ?? '';
  if (submitter_email !== undefined && email.toLowerCase() !== submitter_email.toLowerCase()) return false;
  const text = `${item.title}\n${item.description ?? ''}\n${searchesSenders ? email : ''}`;
  return hasTerms(text, searchTerms(q));
}
