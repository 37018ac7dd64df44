import { DomainError, integerRule, type Actor, type Instant } from '@libs/kernel';
import { areSameTags } from '../tags/tag.rules';
import { CHANGEABLE, type Feedback, type FeedbackChange } from './feedback';

/** Maximum of the PostgreSQL type `integer`. */
const VERSION_MAX = 2_147_483_647;

/** A version of an item. The schema omits the maximum, which no item reaches. */
export const versionRule = integerRule(1, VERSION_MAX, {});

/** The stored versions that a caller accepts: any, or those of a list. An empty list matches no version. */
export type ExpectedVersion = 'any' | readonly number[];

/** A change of an item, with its precondition, its author, and its time. */
export interface Revision {
  readonly change: FeedbackChange;
  readonly expected: ExpectedVersion;
  readonly by: Actor;
  readonly at: Instant;
}

/**
 * Returns the item after a revision; the same object if no value changes.
 * @throws DomainError `precondition_failed` if the item has another version
 */
export function revised(current: Feedback, { change, expected, at }: Omit<Revision, 'by'>): Feedback {
  assertVersion(current, expected);
  const changed = changedFields(current, change);
  if (changed.length === 0) return current;
  const values = Object.fromEntries(changed.map((name) => [name, change[name]]));
  // Clocks of instances differ, so `at` can be before the previous change. `updatedAt` must not decrease.
  const updatedAt = at > current.updatedAt ? at : current.updatedAt;
  return { ...current, ...values, updatedAt, version: current.version + 1 };
}

/** Returns the fields whose value the change modifies. */
export const changedFields = (current: Feedback, change: FeedbackChange): readonly (keyof FeedbackChange)[] =>
  CHANGEABLE.filter((name) => {
    if (name === 'tags') return change.tags !== undefined && !areSameTags(change.tags, current.tags);
    return change[name] !== undefined && change[name] !== current[name];
  });

/** The error of an upsert with a precondition if no item has the external ID (items.md 10). */
export const noItemToUpdate = (): DomainError =>
  new DomainError('precondition_failed', 'etag_mismatch', 'No item has this external_id');

/**
 * @param current null if the item does not exist
 * @throws DomainError `precondition_failed` if the item has another version (conventions.md 10)
 */
export function assertVersion(current: Feedback | null, expected: ExpectedVersion): void {
  if (expected === 'any' || (current && expected.includes(current.version))) return;
  throw new DomainError('precondition_failed', 'etag_mismatch', 'The item has changed since it was read', {
    ...(current && { currentVersion: current.version }),
  });
}
