import type { EmailField } from '@libs/accounts/limits';

/**
 * What travels between the form page at `/f/<slug>` and its script: the page hands over its words, so that they
 * stand in one catalogue, and the answer of `GET /f/<slug>/token`.
 */

export type FormField = 'title' | 'description' | 'submitter_email';

/** In the page's `data-words`; `{…}` are places to fill in. */
export interface FormMessages {
  /** By `code` of the API's error; `{max}` is the field's bound. */
  readonly issues: Readonly<Record<string, string>>;
  readonly send: string;
  readonly sending: string;
  readonly retry: string;
  readonly fix: string;
  readonly left: string;
  readonly over: string;
  readonly offline: string;
  readonly unavailable: string;
  readonly rateLimit: string;
  readonly ready: string;
  readonly closed: string;
  readonly tooLong: string;
  readonly failed: string;
}

/** `GET /f/<slug>/token`: `Data<FormTokenResponse>`. */
export interface FormTokenResponse {
  /** Goes back as `form_token`. */
  readonly token: string;
  /** Sent before, a submission goes to quarantine. */
  readonly valid_from: string;
  /** How long that is from now; clocks of visitors may be wrong. */
  readonly wait_ms: number;
  readonly expires_at: string;
  readonly email_field: EmailField;
  /** The account's color, or the product's: `#rrggbb`. */
  readonly accent: string;
  /** The account's thank-you text, or the product's. */
  readonly thanks: string;
  /** Null, or a challenge of ALTCHA (v2): it goes back as `proof`, together with its solution. */
  readonly challenge: object | null;
}
