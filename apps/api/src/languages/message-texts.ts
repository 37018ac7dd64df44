import type { MailParameters } from '@libs/accounts';
import type { PluralTexts } from './page-texts';

type Status = MailParameters['status_update']['status'];

/**
 * The texts of messages to people who gave their address with feedback or a vote (following.md 3, following.md 6,
 * votes.md 9, status-messages.md 4).
 */
export interface MessageTexts {
  /** The subject of a receipt. */
  readonly received: (title: string) => string;
  /** Before the title of what was sent. */
  readonly receivedBy: (account: string) => string;
  /** To an address that is not confirmed: what the button of the page does. */
  readonly confirm: string;
  readonly confirmLabel: string;
  /** The link to the page of the person. */
  readonly pageLabel: string;
  readonly notYou: string;
  /** The subject of the message with a new link, and of one about an item whose title the person must not see. */
  readonly linkSubject: (account: string) => string;
  readonly linkFor: (account: string) => string;
  /** Before the URL of a button. */
  readonly copyLink: string;
  /** Why the reader got the message. */
  readonly reason: (account: string) => string;
  readonly unsubscribe: (account: string) => string;
  /** The subject and the button of a message about one vote. */
  readonly confirmVote: string;
  /** The same about 2 to 100 votes. */
  readonly confirmVotes: PluralTexts;
  /** Before the titles of one or more cards. */
  readonly votedFor: (account: string) => string;
  /** After these titles: 1 to 80 that are left out. */
  readonly more: PluralTexts;
  /** What confirming does. */
  readonly voteCounts: string;
  readonly notYouVoted: string;
  readonly votedReason: (account: string) => string;
  /** What a new status means. Gives no reason for it; the team can add one. */
  readonly updates: Readonly<Record<Status, string>>;
  /** The link to the page of a public card. */
  readonly cardLabel: string;
  readonly updateReason: (account: string) => string;
  /** The link to the page of an entry of the changelog. */
  readonly entryLabel: string;
  readonly entryReason: (account: string) => string;
  /** Asks to confirm a subscription to the changelog: the subject, and who asked for it. */
  readonly subscriptionSubject: (account: string) => string;
  readonly subscriptionFor: (account: string) => string;
  readonly notYouSubscribed: string;
  readonly subscriptionReason: (account: string) => string;
}
