import { DomainError, type Instant, type Valid } from '@libs/kernel';
import { newFeedback, type Feedback, type NewFeedback } from '../items/feedback';
import type { ItemContext } from '../items/context';
import type { Source } from '../items/feedback.rules';

/** Why a submission is in quarantine (form.md 4). */
export const QUARANTINE_REASONS = [
  'honeypot_filled',
  'token_missing',
  'token_forged',
  'token_too_young',
  'token_too_old',
  'proof_missing',
] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** A submission that is in no list and no count of items until a member releases it. */
export interface QuarantinedFeedback {
  readonly accountId: string;
  /** UUIDv7 of `created_at`. The item keeps it after a release. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: Source;
  readonly context: ItemContext | null;
  readonly reason: QuarantineReason;
  readonly created_at: Instant;
}

/** Creates an entry for a suspicious submission. Its input is valid for an item, so that it can be released. */
export function quarantined(
  accountId: string,
  input: Valid<Omit<NewFeedback, 'status' | 'external_id' | 'tags'>>,
  source: Source,
  reason: QuarantineReason,
  id: string,
  now: Date,
): QuarantinedFeedback {
  const item = newFeedback(accountId, input, source, id, now);
  const { title, description, submitter_email, context, created_at } = item;
  return { accountId, id, title, description, submitter_email, source, context, reason, created_at };
}

/** The fields that leave the service, in the dashboard and in exports. */
export const quarantinedJson = (entry: QuarantinedFeedback) => ({
  id: entry.id,
  title: entry.title,
  description: entry.description,
  submitter_email: entry.submitter_email,
  source: entry.source,
  context: entry.context,
  reason: entry.reason,
  created_at: entry.created_at,
});

/** Returns the item for an entry: same ID and time, version 1, default status. */
export function released(entry: QuarantinedFeedback): Feedback {
  const { accountId, id, title, description, submitter_email, source, context, created_at } = entry;
  const input = { title, description, submitter_email, context } as Valid<NewFeedback>;
  return newFeedback(accountId, input, source, id, new Date(created_at));
}

export function quarantinedNotFound(): DomainError {
  return new DomainError('not_found', 'quarantined_not_found', 'Quarantined submission not found');
}
