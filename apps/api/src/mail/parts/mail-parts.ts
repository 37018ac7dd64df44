import type { Language } from '@libs/accounts';

/** What a message says, without its layout. All values are plain text. */
export interface MailTexts {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  readonly lists?: readonly MailList[];
  readonly action?: Link;
  /** Below the button. */
  readonly secondLink?: Link;
  /** What to do if the reader didn't expect the message. */
  readonly advice?: string;
  /** What the link to unsubscribe turns off. */
  readonly unsubscribe?: string;
  /** Why the reader got the message, if not because of their account. */
  readonly reason?: string;
  /** Of a message to someone without an account of the service. */
  readonly layout?: MailLayout;
  /** The same for all messages of a thread (status-messages.md 4). */
  readonly thread?: string;
}

export type Paragraph = string | Quote | Titles;

/** What someone wrote, with line breaks. */
export interface Quote {
  readonly quote: string;
  readonly by: string;
}

export interface Titles {
  readonly titles: readonly string[];
  /** How many titles are left out. */
  readonly more?: string;
}

/** What surrounds a message in the language of its reader. */
export interface MailLayout {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly link: string;
  readonly reason: string;
  readonly unsubscribe: string;
  /** The name of the sender, with the address of the service. */
  readonly sender: string;
}

export interface Link {
  readonly label: string;
  readonly url: string;
}

export interface MailList {
  readonly heading: string;
  readonly rows: readonly MailRow[];
}

/** A link with an optional note. */
export interface MailRow extends Link {
  readonly note?: string;
}

export interface Footer {
  readonly reason: string;
  readonly links: readonly Link[];
}
