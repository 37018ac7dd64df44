import { DomainError, integerRule, type Instant } from '@libs/kernel';
import { CHANGEABLE, type Feedback, type FeedbackChange } from './feedback';

/** Largest integer of the database. */
const VERSION_MAX = 2_147_483_647;

/** A version of an item. The schema leaves out its maximum, which no item reaches. */
export const versionRule = integerRule(1, VERSION_MAX, {});

/** Which stored versions a caller accepts: any, or one of a list (an empty list: none). */
export type ExpectedVersion = 'any' | readonly number[];

/** A change, and what it takes to apply it to whatever is stored. */
export interface Revision {
  readonly change: FeedbackChange;
  readonly expected: ExpectedVersion;
  readonly at: Instant;
}

/**
 * The item after a revision; the very same object when nothing changes.
 * @throws DomainError `precondition_failed` when the item has another version
 */
export function revised(current: Feedback, { change, expected, at }: Revision): Feedback {
  assertVersion(current, expected);
  const changed = changedFields(current, change);
  if (changed.length === 0) return current;
  const values = Object.fromEntries(changed.map((name) => [name, change[name]]));
  // Clocks differ, and this one may be behind a change that got in before: time does not run back.
  const updatedAt = at > current.updatedAt ? at : current.updatedAt;
  return { ...current, ...values, updatedAt, version: current.version + 1 };
}

/** The fields that a change gives another value. */
export const changedFields = (current: Feedback, change: FeedbackChange): readonly (keyof FeedbackChange)[] =>
  CHANGEABLE.filter((name) => change[name] !== undefined && change[name] !== current[name]);

/** @throws DomainError `precondition_failed` when the item has another version (conventions.md 10) */
export function assertVersion(current: Feedback, expected: ExpectedVersion): void {
  if (expected === 'any' || expected.includes(current.version)) return;
  throw new DomainError('precondition_failed', 'etag_mismatch', 'The item has changed since it was read', {
    currentVersion: current.version,
  });
}
