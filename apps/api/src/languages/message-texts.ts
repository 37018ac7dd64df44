/** The texts of messages to people who gave their address with feedback (following.md 3, following.md 6). */
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
  /** The subject of the message with a new link. */
  readonly linkSubject: (account: string) => string;
  readonly linkFor: (account: string) => string;
  /** Before the URL of a button. */
  readonly copyLink: string;
  /** Why the reader got the message. */
  readonly reason: (account: string) => string;
  readonly unsubscribe: (account: string) => string;
}
