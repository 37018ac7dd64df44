import type { EmailField } from '@libs/accounts/limits';

/**
 * Data for the script of the form page at `/f/<slug>`: the messages, which the page passes so that they exist once, and
 * the response of `GET /f/<slug>/token`.
 */

export type FormField = 'title' | 'description' | 'submitter_email';

/** JSON in the page's `data-words` attribute. `{…}` are placeholders. */
export interface FormMessages {
  /** Messages by error `code` of the API. `{max}` is the maximum length of the field. */
  readonly issues: Readonly<Record<string, string>>;
  readonly send: string;
  readonly sending: string;
  readonly retry: string;
  readonly fix: string;
  readonly left: string;
  readonly over: string;
  readonly offline: string;
  readonly unavailable: string;
  /** `{time}` is a countdown in minutes and seconds. */
  readonly rateLimit: string;
  readonly ready: string;
  readonly full: string;
  readonly closed: string;
  readonly tooLong: string;
  readonly failed: string;
}

/** `GET /f/<slug>/token`: `Data<FormTokenResponse>`. */
export interface FormTokenResponse {
  /** The submission sends it as `form_token`. */
  readonly token: string;
  /** Submissions before this time go to quarantine. */
  readonly valid_from: string;
  /** Milliseconds until `valid_from`, because a visitor's clock may be wrong. */
  readonly wait_ms: number;
  readonly expires_at: string;
  readonly email_field: EmailField;
  /** The account's color or the default color: `#rrggbb`. */
  readonly accent: string;
  /** The account's thank-you message or the default one. */
  readonly thanks: string;
  readonly thanks_heading: string;
  /** The language of all texts, as a BCP 47 tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * Texts of the widget: the labels of the fields that the form has, those of the buttons that send and close, the word for
   * a field that can stay empty, and the messages without a response and while sending.
   */
  readonly words: readonly string[];
  /** An ALTCHA v2 challenge, which the submission sends as `proof` with its solution; null if none is required. */
  readonly challenge: object | null;
}
