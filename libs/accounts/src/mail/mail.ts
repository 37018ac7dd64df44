import type { Role, SecurityEvent } from '@libs/kernel';
import type { Language } from '../limits';
import type { FeedbackSummary, ItemLine } from '../notifications/mail/notification-mail';

/** Someone wrote or did something about an item. `by`: a name; null if it wasn't a person. */
interface AboutItem {
  readonly account: string;
  readonly by: string | null;
  /** Null if it was deleted. */
  readonly item: ItemLine | null;
}

/**
 * The parameters of each kind of message (mail.md 2). A new kind needs a line here, in `MAIL_VALIDITY_SECONDS`, and
 * in `MAIL_PRIORITY`, and its texts in `apps/api/src/mail/mail.texts.ts`. Times are RFC 3339.
 */
export interface MailParameters {
  readonly password_reset: { readonly token: string };
  /** To the new address, or to that of a new person. */
  readonly email_confirmation: { readonly token: string; readonly isNewPerson: boolean };
  /** To the old address. */
  readonly email_change_requested: { readonly newEmail: string };
  /** To the old address. */
  readonly email_changed: { readonly newEmail: string };
  readonly password_changed: { readonly at: string };
  readonly new_sign_in: { readonly at: string; readonly ip?: string; readonly userAgent?: string };
  readonly api_key_created: { readonly account: string; readonly name: string; readonly at: string };
  /** Also for a member who becomes an owner. `member` is a name and an email address. */
  readonly member_added: { readonly account: string; readonly member: string; readonly role: Role };
  /** To the address of the invitation. `by`: a name. */
  readonly invitation: {
    readonly account: string;
    readonly by: string;
    readonly role: Role;
    readonly token: string;
  };
  readonly role_changed: { readonly account: string; readonly by: string | null; readonly role: Role };
  readonly member_removed: { readonly account: string; readonly by: string | null };
  readonly second_factor_changed: { readonly change: SecondFactorChange; readonly at: string };
  readonly account_deleted: { readonly account: string; readonly by: string };
  /** `note`: the start of its text; null if it was deleted. */
  readonly mentioned: AboutItem & { readonly note: { readonly id: string; readonly text: string } | null };
  /** `by` and `item`: of the last of `count` items. */
  readonly assigned: AboutItem & { readonly count: number };
  /** `reason`: `gone` after a 410, `failing` after five days of failed attempts (webhooks.md 2). */
  readonly webhook_disabled: {
    readonly account: string;
    readonly id: string;
    readonly host: string;
    readonly reason: 'gone' | 'failing';
  };
  /** `created`: items of the last of `count` imports. */
  readonly import_finished: { readonly account: string; readonly count: number; readonly created: number };
  /** `rows` and `failed`: of the last of `count` imports. */
  readonly import_failed: {
    readonly account: string;
    readonly count: number;
    readonly rows: number;
    readonly failed: number;
  };
  /** `immediately`: everything new since the last message. `quarantined`: 0 if the person doesn't want to know. */
  readonly digest: {
    readonly account: string;
    readonly period: 'immediately' | 'daily' | 'weekly';
    readonly feedback: FeedbackSummary | null;
    readonly quarantined: number;
  };
  /** To someone who sent feedback with this address (following.md 3). `url`: the page of the person. */
  readonly receipt: {
    readonly account: string;
    readonly title: string;
    readonly url: string;
    readonly language: Language;
    readonly isConfirmed: boolean;
  };
  /** To a follower who asks for the link of their page (following.md 6). */
  readonly follow_link: { readonly account: string; readonly url: string; readonly language: Language };
  /** To an address that voted for a public card, until the person confirms it (votes.md 9). `titles`: of the cards. */
  readonly vote_confirmation: {
    readonly account: string;
    readonly titles: readonly string[];
    /** The page of the person. */
    readonly url: string;
    readonly language: Language;
  };
  /** To a follower of an item whose status has changed (status-messages.md 4). */
  readonly status_update: {
    readonly account: string;
    readonly itemId: string;
    /** What the person wrote, or the title of the public card; null if the item is private. */
    readonly title: string | null;
    readonly status: 'new' | 'planned' | 'building' | 'shipped' | 'declined';
    /** What the team writes, with line breaks. */
    readonly message: string | null;
    /** The page of the public card. */
    readonly cardUrl: string | null;
    /** The page of the person. */
    readonly url: string;
    readonly language: Language;
  };
  /** To an address that was entered to subscribe to the changelog, until the person confirms it (changelog.md 10). */
  readonly changelog_confirmation: {
    readonly account: string;
    /** The page of the person. */
    readonly url: string;
    readonly language: Language;
  };
  /** To followers of the items of an entry of the changelog, and to subscribers (changelog.md 10). */
  readonly changelog_entry: {
    readonly account: string;
    readonly title: string;
    /** The start of the text, without markup. */
    readonly text: string;
    /** The page of the entry; null if the changelog is not public. */
    readonly entryUrl: string | null;
    /** The page of the person. */
    readonly url: string;
    readonly language: Language;
  };
}

export type MailKind = keyof MailParameters;

/** What happened to the second factor of a person. */
export type SecondFactorChange =
  | 'enabled'
  | 'disabled'
  | 'reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed';

const HOUR = 3_600;
/** For messages that report an event. */
const NOTICE = 72 * HOUR;
const DAY = 24 * HOUR;

export const PASSWORD_RESET_SECONDS = HOUR;
export const EMAIL_CHANGE_SECONDS = 24 * HOUR;

/** How long a message may wait. One that can't be sent in this time is dropped. */
export const MAIL_VALIDITY_SECONDS: Readonly<Record<MailKind, number>> = {
  password_reset: PASSWORD_RESET_SECONDS,
  email_confirmation: EMAIL_CHANGE_SECONDS,
  email_change_requested: NOTICE,
  email_changed: NOTICE,
  password_changed: NOTICE,
  new_sign_in: NOTICE,
  api_key_created: NOTICE,
  member_added: NOTICE,
  invitation: NOTICE,
  role_changed: NOTICE,
  member_removed: NOTICE,
  second_factor_changed: NOTICE,
  account_deleted: NOTICE,
  mentioned: DAY,
  assigned: DAY,
  webhook_disabled: NOTICE,
  import_finished: DAY,
  import_failed: DAY,
  digest: DAY,
  receipt: NOTICE,
  follow_link: DAY,
  vote_confirmation: NOTICE,
  status_update: NOTICE,
  changelog_confirmation: NOTICE,
  changelog_entry: NOTICE,
};

/** Who gets a message, and what it says. */
export interface MailContent<K extends MailKind = MailKind> {
  readonly kind: K;
  readonly to: string;
  readonly parameters: MailParameters[K];
  /** For messages that no one asked for: a URL that ends them with one POST request (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** A message to be sent. The recipient and the parameters are encrypted until then, and then deleted. */
export interface OutboxMessage {
  /** A UUIDv7. The `Message-ID` is made of it, so a repeated message has the same. */
  readonly id: string;
  /** Deletes the message with this account; null if it belongs to none. */
  readonly accountId: string | null;
  readonly kind: MailKind;
  readonly sealed: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What is stored together with a change. */
export interface Effects {
  readonly events?: readonly SecurityEvent[] | undefined;
  readonly mail?: readonly OutboxMessage[] | undefined;
}
