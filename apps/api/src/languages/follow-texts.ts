import type { Failure } from './form-texts';

/** The texts of the page of a person, and of the pages around it (following.md 5 to 7). */
export interface FollowTexts {
  readonly heading: string;
  /** Asks for the confirmation: a heading and a sentence. */
  readonly ask: Failure;
  readonly confirm: string;
  /** Whether the person gets messages. */
  readonly on: string;
  readonly off: string;
  /** Votes that must be confirmed: a heading, and what the button below them does. */
  readonly votes: Failure;
  readonly confirmVotes: string;
  /** The button of one vote. */
  readonly discard: string;
  readonly since: (date: string) => string;
  /** Instead of the title of an item that someone else submitted, and that is not public. */
  readonly unnamed: string;
  readonly stop: string;
  readonly follow: string;
  /** Asks for the confirmation of a subscription to the changelog: a heading and a sentence. */
  readonly subscription: Failure;
  readonly subscribed: string;
  readonly unsubscribe: string;
  readonly stopAll: string;
  readonly startAll: string;
  readonly empty: string;
  readonly data: string;
  readonly download: string;
  readonly erase: string;
  readonly eraseHeading: string;
  readonly eraseText: (account: string) => string;
  readonly back: string;
  readonly erasedHeading: string;
  readonly erasedText: (account: string) => string;
  /** The page that sends a link: its heading, what to enter, and its button. */
  readonly linkHeading: string;
  readonly linkText: string;
  readonly sendLink: string;
  /** The same for every address. */
  readonly linkSent: Failure;
  readonly noMail: string;
  /** On the thank-you page without mail, before the link. */
  readonly bookmark: string;
}
