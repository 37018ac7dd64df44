import type { FeedbackEvent, Status } from '@libs/contract';
import { t } from '../../../../messages';

const texts = t.events;

/** The old and the new status; null if it didn't change. */
export function statusChange({ data }: FeedbackEvent): { readonly from: Status; readonly to: Status } | null {
  const [from, to] = [data.previous?.status, data.feedback?.status];
  return from && to ? { from, to } : null;
}

/** How many ask for the item, of an event about requests, which has nothing else of the item; null of other events. */
export const requestCountOf = ({ data: { feedback } }: FeedbackEvent): number | null =>
  feedback?.title === undefined ? (feedback?.request_count ?? null) : null;

/** Names of the changed fields, other than the status. */
export const changedFields = ({ data }: FeedbackEvent): readonly string[] =>
  Object.entries(texts.fields).flatMap(([field, name]) => (field in (data.previous ?? {}) ? [name] : []));
