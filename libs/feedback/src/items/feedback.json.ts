import type { Feedback } from './feedback';

/** The item as it leaves the house: this list of members is the only one (items.md 1). */
export function feedbackJson(item: Feedback) {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    submitter_email: item.submitterEmail,
    status: item.status,
    source: item.source,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
export type FeedbackJson = ReturnType<typeof feedbackJson>;
