import { DomainError, optional, required, throwIfInvalid, type Instant, type Issue } from '@libs/kernel';
import { descriptionRule, statusRule, submitterEmailRule, titleRule, type Status } from './feedback.rules';

export const DEFAULT_STATUS: Status = 'new';

/** Where an item came from; an open set, more may follow (items.md 2). */
export const SOURCES = ['api', 'form', 'widget', 'dashboard', 'mcp', 'import'] as const;
export type Source = (typeof SOURCES)[number];

export const isSource = (value: unknown): value is Source => SOURCES.includes(value as Source);

/** One piece of feedback of one account (items.md 1). */
export interface Feedback {
  readonly accountId: string;
  /** UUIDv7, lower case; its leading 48 bits are `createdAt`, so the order of ids is the order of creation. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitterEmail: string | null;
  readonly status: Status;
  readonly source: Source;
  readonly createdAt: Instant;
  /** Moves only when a value really changed. */
  readonly updatedAt: Instant;
  /** Counts the changes, from 1; the strength behind ETag and If-Match (conventions.md 10). */
  readonly version: number;
}

/** What a submitter gives; `undefined` means not given. */
export interface NewFeedback {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
}

/** What an update may name; `undefined` leaves a field alone, a null description clears it (RFC 7396). */
export interface FeedbackChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
}

/**
 * The item a submission becomes.
 * @throws DomainError `validation`, with every fault of the input
 */
export function newFeedback(
  accountId: string,
  input: NewFeedback,
  source: Source,
  id: string,
  now: Date,
): Feedback {
  const issues: Issue[] = [];
  const at = now.toISOString();
  const item: Feedback = {
    accountId,
    id,
    title: required(titleRule, input.title, 'title', issues),
    description: optional(descriptionRule, input.description, 'description', issues) ?? null,
    submitterEmail: optional(submitterEmailRule, input.submitter_email, 'submitter_email', issues) ?? null,
    status: optional(statusRule, input.status, 'status', issues) ?? DEFAULT_STATUS,
    source,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  throwIfInvalid(issues);
  return item;
}

/** Which stored versions a caller is content with: any, or one of a list (an empty list: none). */
export type ExpectedVersion = 'any' | readonly number[];

/** A change whose values are in order, and what it takes to apply it to whatever is stored. */
export interface Revision {
  readonly change: FeedbackChange;
  readonly expected: ExpectedVersion;
  readonly at: Instant;
}

/** @throws DomainError `validation`, with every fault of the change */
export function revision(change: FeedbackChange, expected: ExpectedVersion, now: Date): Revision {
  const issues: Issue[] = [];
  const title = optional(titleRule, change.title, 'title', issues);
  const description = optional(descriptionRule, change.description, 'description', issues);
  const status = optional(statusRule, change.status, 'status', issues);
  throwIfInvalid(issues);
  return { change: { title, description, status }, expected, at: now.toISOString() };
}

/**
 * The item after a revision; the very same object when nothing changes.
 * @throws DomainError `precondition_failed` when the item has moved on
 */
export function revised(current: Feedback, { change, expected, at }: Revision): Feedback {
  assertVersion(current, expected);
  const { title = current.title, description = current.description, status = current.status } = change;
  if (title === current.title && status === current.status && description === current.description) {
    return current;
  }
  // Clocks differ, and this one may be behind a change that got in before: time does not run back.
  const updatedAt = at > current.updatedAt ? at : current.updatedAt;
  return { ...current, title, description, status, updatedAt, version: current.version + 1 };
}

/** @throws DomainError `precondition_failed` when the item has moved on (conventions.md 10) */
export function assertVersion(current: Feedback, expected: ExpectedVersion): void {
  if (expected === 'any' || expected.includes(current.version)) return;
  throw new DomainError('precondition_failed', 'etag_mismatch', 'The item has changed since it was read', {
    currentVersion: current.version,
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can name an item: the 8-4-4-4-12 form in lower case and no other (items.md 8). */
export const isFeedbackId = (text: string): boolean => UUID.test(text);

const NOT_FOUND = { code: 'feedback_not_found', message: 'Feedback item not found' };

/** @param params of a batch: the lines whose items are not there */
export function feedbackNotFound(params?: readonly string[]): DomainError {
  const issues = params?.map((param) => ({ param, ...NOT_FOUND }));
  return new DomainError('not_found', NOT_FOUND.code, NOT_FOUND.message, { issues });
}
