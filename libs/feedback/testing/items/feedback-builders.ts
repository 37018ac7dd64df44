import { randomBytes, randomUUID } from 'node:crypto';
import { parse, type Instant } from '@libs/kernel';
import {
  newFeedback,
  newFeedbackRule,
  type BatchRevision,
  type Feedback,
  type FeedbackUpdate,
  type QuarantinedFeedback,
  type Status,
} from '../../src';

/** A UUIDv7 of the given moment: what `newId` makes in production, without the package. */
export function idAt(at: Instant): string {
  const time = new Date(at).getTime().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

export const anAccountId = (): string => randomUUID();

/** A plain item; what a test cares about is given, the rest is plausible. */
export function aFeedback(given: Partial<Feedback> = {}): Feedback {
  const { accountId = anAccountId(), createdAt = '2026-03-03T10:00:00.000Z' } = given;
  const input = parse(newFeedbackRule, { title: 'Dark mode' });
  return { ...newFeedback(accountId, input, 'api', idAt(createdAt), new Date(createdAt)), ...given };
}

/** A suspicious submission, likewise. */
export function aQuarantined(given: Partial<QuarantinedFeedback> = {}): QuarantinedFeedback {
  const createdAt = given.createdAt ?? '2026-03-03T10:00:00.000Z';
  return {
    accountId: given.accountId ?? anAccountId(),
    id: idAt(createdAt),
    title: 'Cheap watches',
    description: null,
    submitterEmail: null,
    source: 'form',
    reason: 'honeypot_filled',
    createdAt,
    ...given,
  };
}

/** A batch made at that moment. */
export const aBatch = (
  updates: readonly FeedbackUpdate[],
  at = '2026-03-03T10:09:00.000Z',
): BatchRevision => ({
  updates,
  at,
});

/** What an account without items has of each status. */
export const NO_ITEMS: Readonly<Record<Status, number>> = {
  new: 0,
  planned: 0,
  building: 0,
  shipped: 0,
  declined: 0,
};
