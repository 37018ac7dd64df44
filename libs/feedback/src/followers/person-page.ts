import type { Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { Status } from '../items/feedback.rules';
import type { FollowedItem } from './follower';
import type { SentTexts } from './follower.ports';

/** Items on the page of a person (following.md 5). */
export const PERSON_ITEMS_MAX = 100;

/** What a person may see of an item that they ask for. */
export interface PersonItem {
  readonly id: string;
  /** What the person wrote, or the title of the public card; null if it is private. */
  readonly title: string | null;
  /** Of a merged item, that of its target. */
  readonly status: Status;
  /** Null if it is not known. */
  readonly since: Instant | null;
  /** Whether messages about it are on. */
  readonly isFollowed: boolean;
}

export const isOwn = ({ submitter_email }: Pick<Feedback, 'submitter_email'>, email: string): boolean =>
  submitter_email?.toLowerCase() === email;

/** @param target of a merged item, if it is found */
export function personItem(
  item: Feedback,
  email: string,
  {
    target,
    followed,
    sent,
  }: {
    readonly target: Feedback | undefined;
    readonly followed: FollowedItem | undefined;
    /** What was sent through the form or the widget. */
    readonly sent: SentTexts | undefined;
  },
): PersonItem {
  const own = isOwn(item, email);
  const shown = target ?? item;
  return {
    id: item.id,
    title: (own && sent?.title) || (shown.public?.title ?? null),
    status: shown.status,
    since: followed?.created_at ?? (own ? item.created_at : null),
    isFollowed: followed !== undefined && followed.stopped_at === null,
  };
}

/**
 * What a person may see of their own submission, in the file that they download.
 * @param sent what was sent through the form or the widget
 */
export const ownItemJson = (item: Feedback, sent: SentTexts | undefined) => ({
  id: item.id,
  title: sent?.title ?? null,
  description: sent?.description ?? null,
  submitter_email: item.submitter_email,
  status: item.status,
  source: item.source,
  created_at: item.created_at,
});
