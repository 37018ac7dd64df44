import { SYSTEM } from '@libs/kernel';
import { randomBytes, randomUUID } from 'node:crypto';
import { parse, type Instant } from '@libs/kernel';
import {
  linePath,
  newFeedback,
  newFeedbackRule,
  type BatchRevision,
  type Feedback,
  type FeedbackRepository,
  type FeedbackUpdate,
  type ItemContext,
  type MergeRevision,
  type PublicCard,
  type QuarantinedFeedback,
  type Status,
} from '../../src';

/** Returns a UUIDv7 of the given time. */
export function idAt(at: Instant): string {
  const time = new Date(at).getTime().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

export const anAccountId = (): string => randomUUID();

/** Builds an item with default values, overridden by `overrides`. */
export function aFeedback(overrides: Partial<Feedback> = {}): Feedback {
  const { accountId = anAccountId(), created_at = '2026-03-03T10:00:00.000Z' } = overrides;
  const input = parse(newFeedbackRule, { title: 'Dark mode' });
  return { ...newFeedback(accountId, input, 'api', idAt(created_at), new Date(created_at)), ...overrides };
}

/** Builds a quarantined submission with default values, overridden by `overrides`. */
export function aQuarantined(overrides: Partial<QuarantinedFeedback> = {}): QuarantinedFeedback {
  const created_at = overrides.created_at ?? '2026-03-03T10:00:00.000Z';
  return {
    accountId: overrides.accountId ?? anAccountId(),
    id: idAt(created_at),
    title: 'Cheap watches',
    description: null,
    submitter_email: null,
    source: 'form',
    context: null,
    reason: 'honeypot_filled',
    created_at,
    ...overrides,
  };
}

/** Builds a batch with the given time. */
export const aBatch = (
  updates: BatchRevision['updates'],
  at = '2026-03-03T10:09:00.000Z',
): BatchRevision => ({
  updates,
  by: SYSTEM,
  at,
});

/** Builds a batch that merges items. */
export const aMerge = (
  updates: readonly FeedbackUpdate[],
  at = '2026-03-03T10:09:00.000Z',
): MergeRevision => ({
  updates,
  by: SYSTEM,
  at,
  pathOf: linePath,
});

/** Merges an item into another one, or unmerges it. Returns the item; null if it is not found. */
export const mergeItem = async (
  items: Pick<FeedbackRepository, 'merge'>,
  accountId: string,
  id: string,
  target: string | null,
): Promise<Feedback | null> =>
  (await items.merge(accountId, aMerge([{ id, merged_into: target }]))).after[0] ?? null;

/** Counts by status of an account without items. */
export const NO_ITEMS: Readonly<Record<Status, number>> = {
  new: 0,
  planned: 0,
  building: 0,
  shipped: 0,
  declined: 0,
};

/** Where an item was written, with data that JSON escapes. */
export const aContext = (): ItemContext => ({
  data: { plan: 'Pro "1"', seats: 12.5, beta: [true, null, { 'a\\': '😀\n' }] },
  page: 'https://app.example/settings',
  language: 'pt-BR',
});

/** What the public sees of an item. */
export const aPublicCard = (): PublicCard => ({
  url: 'https://feedback.example.com/f/acme/items/1',
  text: null,
  title: 'Dark theme',
  published_at: '2026-03-04T09:00:00.000Z',
});
