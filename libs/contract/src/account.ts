import type { Plan } from '@libs/accounts/limits';

/** `GET sign-up`: whether sign-up is possible. Needs no session. */
export interface SignUpState {
  /** Whether visitors can create an account (`SIGN_UP`). */
  readonly open: boolean;
  /** True on a new installation, which has no account. */
  readonly empty: boolean;
  /** Whether the service sends mail (`SMTP_URL`), for example to reset a password. */
  readonly mail: boolean;
}

/** `POST password-reset`; returns 202 with a `PasswordResetRequested`. */
export interface PasswordResetBody {
  readonly email: string;
}

/** The same for email addresses that someone signs in with, and others. */
export interface PasswordResetRequested {
  /** How long the link in the message works. */
  readonly valid_minutes: number;
}

/** `POST password-reset/confirm`; returns 200 with a `ConfirmedEmail`. */
export interface NewPasswordBody {
  readonly token: string;
  readonly password: string;
}

/** `POST confirm-email`; returns 200 with a `ConfirmedEmail`. */
export interface ConfirmEmailBody {
  readonly token: string;
}

/** The email address that the person signs in with. */
export interface ConfirmedEmail {
  readonly email: string;
}

/** A new email address that its user hasn't confirmed yet. */
export interface PendingEmail {
  readonly email: string;
  readonly expires_at: string;
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

/** `POST accounts`: another account of the signed-in person; returns 201 with its `SessionInfo`. */
export interface NewAccountBody {
  readonly name: string;
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
  /** Whether everyone in the account needs a second factor. */
  readonly require_second_factor: boolean;
  readonly storage: {
    /** Counted once a day, with what was stored since. */
    readonly used_bytes: number;
    /** Null without a limit. */
    readonly limit_bytes: number | null;
  };
}

/** `PATCH account`. A change of `require_second_factor` requires a recent reauthentication, or 403 `reauthentication_required`. */
export interface AccountChange {
  readonly name?: string;
  readonly require_second_factor?: boolean;
}

/** Response of `GET person` and `PATCH person`. */
export interface PersonSettings {
  readonly name: string;
  readonly email: string;
  /** Always true if the service sends no mail. */
  readonly email_confirmed: boolean;
  /** The address itself until it is confirmed. Null if none is pending; always null if the service sends no mail. */
  readonly pending_email: PendingEmail | null;
}

/** `PATCH person`. With mail, a new `email` is pending until it is confirmed. It requires a recent reauthentication, or 403 `reauthentication_required`. */
export interface PersonChange {
  readonly name?: string;
  readonly email?: string;
}

// No body: `DELETE account` (requires a recent reauthentication; 204), `GET account/export` (streams a JSON file).
