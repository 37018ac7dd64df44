import type { Plan } from '@libs/accounts/limits';

/** `GET sign-up`: whether sign-up is possible. Needs no session. */
export interface SignUpState {
  /** Whether visitors can create an account (`SIGN_UP`). */
  readonly open: boolean;
  /** True on a new installation, which has no account. */
  readonly empty: boolean;
}

/** `GET sign-up/slug?name=Acme`: a valid, unused slug that is derived from the name. */
export interface SuggestedSlug {
  readonly slug: string;
}

/** `POST sign-up`; returns 201 with a `SessionInfo` and the session cookie. */
export interface SignUpBody {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Default: derived from the name. */
  readonly slug?: string;
  /** Default: the part of the email address before the `@`. */
  readonly person_name?: string;
}

/** `GET first-steps`: which steps of the setup are completed. */
export interface FirstSteps {
  /** Someone has sent feedback through the form. */
  readonly form_used: boolean;
  readonly key_created: boolean;
  /** A key has called the API. */
  readonly key_used: boolean;
}

/** Response of `GET account` and `PATCH account`. */
export interface AccountSettings {
  readonly name: string;
  readonly slug: string;
  readonly plan: Plan;
}

/** `PATCH account`. */
export interface AccountChange {
  readonly name?: string;
}

/** Response of `GET person` and `PATCH person`. */
export interface PersonSettings {
  readonly name: string;
  readonly email: string;
}

/** `PATCH person`. A new `email` requires a recent reauthentication, or 403 `reauthentication_required`. */
export interface PersonChange {
  readonly name?: string;
  readonly email?: string;
}

// No body: `DELETE account` (requires a recent reauthentication; 204), `GET account/export` (streams a JSON file).
