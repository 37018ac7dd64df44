import type { Status } from '@libs/feedback';
import type { Failure } from './form-texts';

/**
 * A text with a number, in the plural forms of the language (`Intl.PluralRules`). `{n}` is the number. A form that the
 * language does not have is left out.
 */
export interface PluralTexts {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** The texts of public pages: the roadmap, the pages of cards, the changelog, and feeds. */
export interface PageTexts {
  readonly roadmap: string;
  readonly roadmapOf: (account: string) => string;
  /** The statuses of the roadmap, as headings of columns and on cards. */
  readonly statuses: Readonly<Record<Status, string>>;
  /** In a column without cards. */
  readonly emptyColumn: string;
  /** Below the heading of the column of shipped cards, which leave it after 90 days. */
  readonly recently: string;
  /** How many people ask for something. */
  readonly requests: PluralTexts;
  /** When a card got its status. @param when such as `3 days ago`, `yesterday`, or `today` */
  readonly moved: (when: string) => string;
  /** The heading of the statuses that a card had. */
  readonly progress: string;
  /** A link to a feed of moves for feed readers. */
  readonly feed: string;
  /** The pages with entries about what has changed. */
  readonly changelog: string;
  readonly changelogOf: (account: string) => string;
  /** On a changelog without entries. */
  readonly emptyChangelog: string;
  /** A link to the next page of the changelog. */
  readonly olderChanges: string;
  /** How many entries the visitor has not read, next to the name of the changelog. */
  readonly newChanges: PluralTexts;
  /** Names the list of cards that an entry is about. */
  readonly aboutItems: string;
  /** On the changelog, above the field for an address. */
  readonly subscribeHint: string;
  /** The button that subscribes to the changelog. */
  readonly subscribe: string;
  /** On a page after asking for a subscription, the same for every address. */
  readonly subscribeSent: string;
  /** In the form, above public cards that are similar to the title. */
  readonly similar: string;
  /** A page after sending, with public cards that are probably the same. Nothing is sent yet. */
  readonly isItThis: Failure;
  /** The button of that page that sends the feedback nevertheless. */
  readonly sendAnyway: string;
  /** The button of a card with which a visitor votes for it. */
  readonly vote: string;
  /** Above the fields of a voter, what happens with an address. */
  readonly voterHint: string;
  /** The label of the name of a voter. */
  readonly voterName: string;
  /** On a page after voting with an address, the same for every address. */
  readonly checkMail: string;
  /** How many votes a card has, besides the people who ask for it. */
  readonly votes: PluralTexts;
  /** A page after voting. */
  readonly voted: Failure;
  /** The button of that page that takes the vote back. */
  readonly withdraw: string;
  /** A page after taking a vote back. */
  readonly withdrawn: Failure;
  /** A page after voting for what can no longer be voted for. */
  readonly votingClosed: Failure;
  /** A page that does not exist. */
  readonly missing: Failure;
  /** A page that is no longer public. */
  readonly ended: Failure;
}
