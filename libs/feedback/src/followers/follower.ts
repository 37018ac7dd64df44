import type { Instant } from '@libs/kernel';
import type { WaitingVote } from '../votes/waiting-vote';

/** Maximum number of items that an address follows (following.md 1). */
export const FOLLOWED_MAX = 1_000;
/** Messages to a confirmed address within an hour. One that is not confirmed gets one a day (following.md 3). */
export const MESSAGES_PER_HOUR = 3;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An email address that follows items of an account, without an account of its own (following.md 1). */
export interface Follower {
  readonly accountId: string;
  /** UUIDv7 of `created_at`. */
  readonly id: string;
  /** In lowercase. */
  readonly email: string;
  /** A language tag of the page where the address was given; null for the language of the account. */
  readonly language: string | null;
  readonly confirmed_at: Instant | null;
  readonly no_mail_at: Instant | null;
  /** Since when the person subscribes to the changelog; null without a subscription (changelog.md 10). */
  readonly changelog_at: Instant | null;
  /** When someone last asked to subscribe this address; null if no subscription waits for its confirmation. */
  readonly changelog_asked_at: Instant | null;
  /** Random. Links with another one don't work. */
  readonly generation: string;
  /** When the last messages were stored, the newest last, at most `MESSAGES_PER_HOUR`. */
  readonly messages: readonly Instant[];
  readonly created_at: Instant;
}

export interface FollowedItem {
  readonly feedback_id: string;
  readonly created_at: Instant;
  readonly stopped_at: Instant | null;
}

/** An address that starts to follow an item, and what it becomes if it is not a follower yet. */
export interface NewFollow {
  readonly email: string;
  readonly language: string | null;
  /** Whether the person agreed to messages. It never turns them on again. */
  readonly isConfirmed: boolean;
  readonly id: string;
  readonly generation: string;
  readonly at: Instant;
}

export const newFollower = (accountId: string, follow: NewFollow): Follower => ({
  accountId,
  id: follow.id,
  email: follow.email.toLowerCase(),
  language: follow.language,
  confirmed_at: follow.isConfirmed ? follow.at : null,
  no_mail_at: null,
  changelog_at: null,
  changelog_asked_at: null,
  generation: follow.generation,
  messages: [],
  created_at: follow.at,
});

/** A known address keeps its language until it is given on a page in another one. */
export const followingAgain = (follower: Follower, { language, isConfirmed, at }: NewFollow): Follower => ({
  ...follower,
  language: language ?? follower.language,
  confirmed_at: follower.confirmed_at ?? (isConfirmed ? at : null),
});

/** A subscription waits until the person confirms it. Someone else may have asked for it. */
export const subscribing = (follower: Follower, at: Instant): Follower =>
  follower.changelog_at === null ? { ...follower, changelog_asked_at: at } : follower;

/** Whether the follower can get one more message now (following.md 3). */
export function canGetMessage({ no_mail_at, confirmed_at, messages }: Follower, now: Date): boolean {
  if (no_mail_at !== null) return false;
  const [max, span] = confirmed_at === null ? [1, DAY_MS] : [MESSAGES_PER_HOUR, HOUR_MS];
  return messages.filter((at) => Date.parse(at) > now.getTime() - span).length < max;
}

export const withMessage = (follower: Follower, now: Date): Follower => ({
  ...follower,
  messages: [...follower.messages, now.toISOString()].slice(-MESSAGES_PER_HOUR),
});

/** The changes that a person can make for the address as a whole (following.md 5). */
export const FOLLOWER_CHANGES = {
  confirm: (follower: Follower, at: Instant): Follower => ({
    ...follower,
    confirmed_at: follower.confirmed_at ?? at,
    no_mail_at: null,
  }),
  votes: (follower: Follower, at: Instant): Follower => ({
    ...follower,
    confirmed_at: follower.confirmed_at ?? at,
  }),
  no_mail: (follower: Follower, at: Instant): Follower => ({
    ...follower,
    no_mail_at: follower.no_mail_at ?? at,
  }),
  mail: (follower: Follower): Follower => ({ ...follower, no_mail_at: null }),
  subscribe: (follower: Follower, at: Instant): Follower => ({
    ...follower,
    confirmed_at: follower.confirmed_at ?? at,
    no_mail_at: null,
    changelog_at: follower.changelog_at ?? at,
    changelog_asked_at: null,
  }),
  unsubscribe: (follower: Follower): Follower => ({
    ...follower,
    changelog_at: null,
    changelog_asked_at: null,
  }),
} as const;
export type FollowerChange = keyof typeof FOLLOWER_CHANGES;

export const isFollowerChange = (name: unknown): name is FollowerChange =>
  typeof name === 'string' && Object.hasOwn(FOLLOWER_CHANGES, name);

/** What leaves the service, in exports. */
export const followerJson = (
  follower: Follower,
  items: readonly FollowedItem[],
  votes: readonly WaitingVote[],
) => ({
  id: follower.id,
  email: follower.email,
  language: follower.language,
  confirmed_at: follower.confirmed_at,
  no_mail_at: follower.no_mail_at,
  changelog_at: follower.changelog_at,
  changelog_asked_at: follower.changelog_asked_at,
  created_at: follower.created_at,
  items: items.map(({ feedback_id, created_at, stopped_at }) => ({ feedback_id, created_at, stopped_at })),
  votes: votes.map(({ feedback_id, name, created_at }) => ({ feedback_id, name, created_at })),
});
