import { DomainError, integerRule, type Actor, type Instant, type Issue } from '@libs/kernel';
import { areSameTags } from '../tags/tag.rules';
import type { GroupState } from '../duplicates/groups';
import type { Precondition } from './if-match';
import { areSameLinks } from './links';
import { isSameCard } from '../public-cards/public-card';
import {
  CHANGEABLE,
  VALUE_FIELDS,
  type ChangeableField,
  type Feedback,
  type FeedbackChange,
  type ValueChange,
} from './feedback';

/** Maximum of the PostgreSQL type `integer`. */
const VERSION_MAX = 2_147_483_647;

/** A version of an item. The schema omits the maximum, which no item reaches. */
export const versionRule = integerRule(1, VERSION_MAX, {});

/** The stored versions that a caller accepts: any, or those of a list. An empty list matches no version. */
export type ExpectedVersion = 'any' | readonly number[];

/** A change that merges or unmerges no item, and so concerns no other one. */
export type WithoutMerge<T> = T & { readonly merged_into?: undefined };

export const isWithoutMerge = <T extends Pick<FeedbackChange, 'merged_into'>>(
  change: T,
): change is WithoutMerge<T> => change.merged_into === undefined;

/** A change of an item, with its precondition, its author, and its time. */
export interface Revision {
  readonly change: WithoutMerge<FeedbackChange>;
  readonly expected: ExpectedVersion;
  readonly by: Actor;
  readonly at: Instant;
}

/**
 * Returns the item after a revision; the same object if no value changes.
 * @throws DomainError `precondition_failed` if the item has another version, `conflict` if it is merged
 */
export function revised(current: Feedback, { change, expected, at }: Omit<Revision, 'by'>): Feedback {
  assertVersion(current, expected);
  const next = withValues(current, change, at);
  if (next !== current && current.merged_into !== null) throw feedbackMerged(current.merged_into);
  return next;
}

/**
 * Returns the item with the values of a change and of its new group; the same object if both are as before.
 * @param group `merged_into` and the counts, if they may differ
 */
export function withValues(
  current: Feedback,
  change: ValueChange,
  at: Instant,
  group: Omit<GroupState, 'id' | 'merged_via'> = current,
): Feedback {
  const { merged_into, duplicate_count, request_count, request_value, unconfirmed_votes } = group;
  const values = Object.fromEntries(changedFields(current, change).map((name) => [name, change[name]]));
  const counts = { duplicate_count, request_count, request_value, unconfirmed_votes };
  const next = { ...current, ...values, merged_into, ...counts };
  if (differences(current, next).length === 0) return current;
  // Clocks of instances differ, so `at` can be before the previous change. `updated_at` must not decrease.
  const updated_at = at > current.updated_at ? at : current.updated_at;
  return { ...next, updated_at, version: current.version + 1 };
}

/** Returns the fields whose value the change modifies. */
export const changedFields = (current: Feedback, change: ValueChange): readonly (keyof ValueChange)[] =>
  VALUE_FIELDS.filter((name) => change[name] !== undefined && !isSameValue(name, current, change));

/** Returns the fields that differ between two states of an item. */
export const differences = (before: Feedback, after: Feedback): readonly ChangeableField[] =>
  CHANGEABLE.filter((name) => !isSameValue(name, before, after));

type Values = Partial<Pick<Feedback, ChangeableField>>;
function isSameValue(name: ChangeableField, one: Values, other: Values): boolean {
  if (name === 'tags') return areSameTags(one.tags!, other.tags!);
  if (name === 'links') return areSameLinks(one.links!, other.links!);
  if (name === 'public') return isSameCard(one.public!, other.public!);
  if (name === 'assignee') return one.assignee?.id === other.assignee?.id;
  return one[name] === other[name];
}

const MERGED = {
  code: 'feedback_merged',
  message: 'The item is merged into another one: set merged_into to null before or with other changes',
};
/** @param path path of the update in a batch, such as `updates[3].` */
export const mergedItem = (path: string, { merged_into }: Feedback): Issue => ({
  ...(path && { param: `${path}id` }),
  ...MERGED,
  merged_into: merged_into!,
});

/** The error of a change of a merged item (items.md 11). */
export const feedbackMerged = (mergedInto: string): DomainError =>
  new DomainError('conflict', MERGED.code, MERGED.message, { mergedInto });

/** @param issues one for each merged item that a batch changes */
export const someMerged = (issues: readonly Issue[]): DomainError =>
  new DomainError('conflict', MERGED.code, MERGED.message, { issues });

const ETAG_MISMATCH = 'etag_mismatch';
const NO_ITEM = 'No item has this external_id';
const CHANGED = 'The item has changed since it was read';
export const WEAK_ETAG = 'Weak ETags never match If-Match; send the strong one, such as "3"';

/** The error of an upsert with a precondition if no item has the external ID (items.md 10). */
export const noItemToUpdate = (): DomainError =>
  new DomainError('precondition_failed', ETAG_MISMATCH, NO_ITEM);

/**
 * @param current null if the item does not exist
 * @throws DomainError `precondition_failed` if the item has another version (conventions.md 10)
 */
export function assertVersion(current: Feedback | null, expected: ExpectedVersion): void {
  if (matches(current, expected)) return;
  throw new DomainError('precondition_failed', ETAG_MISMATCH, CHANGED, {
    ...(current && { currentVersion: current.version }),
  });
}

const matches = (current: Feedback | null, expected: ExpectedVersion) =>
  expected === 'any' || (current !== null && expected.includes(current.version));

/**
 * Returns the issues of a line of a batch whose item has another version, or that needs an item to update.
 * @param precondition undefined if the line has none
 * @param path of the line's fields
 */
export function mismatchOf(
  current: Feedback | null,
  precondition: Precondition | undefined,
  path: string,
): readonly Issue[] {
  if (!precondition || (current && matches(current, precondition.expected))) return [];
  const reason = precondition.isWeak ? WEAK_ETAG : CHANGED;
  return [{ param: `${path}if_match`, code: ETAG_MISMATCH, message: current ? reason : NO_ITEM }];
}

/** @param issues one for each line whose precondition is not met */
export const someMismatch = (issues: readonly Issue[]): DomainError =>
  new DomainError('precondition_failed', ETAG_MISMATCH, issues[0]!.message, { issues });
