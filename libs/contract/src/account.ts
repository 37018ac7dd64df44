import type { Plan } from '@libs/accounts/limits';

/** `GET sign-up`: what a visitor without a session is greeted with. */
export interface SignUpState {
  /** Whether anybody may make an account here (`SIGN_UP`). */
  readonly open: boolean;
  /** Nobody has an account yet: a new installation. */
  readonly empty: boolean;
}

/** `GET sign-up/slug?name=Acme`: a legal slug nobody has, made from the name. */
export interface SuggestedSlug {
  readonly slug: string;
}

/** `POST sign-up`; answers 201 with a `SessionInfo` and the session's cookie. */
export interface SignUpBody {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Suggested from the name when not given. */
  readonly slug?: string;
}

/** `GET first-steps`: each is true once it has really happened. */
export interface FirstSteps {
  /** Somebody has sent feedback through the form. */
  readonly form_used: boolean;
  readonly key_created: boolean;
  /** A key has called the API. */
  readonly key_used: boolean;
}

/** `GET account`, and what `PATCH account` answers. */
export interface AccountSettings {
  readonly name: string;
  readonly email: string;
  readonly slug: string;
  readonly plan: Plan;
}

/** `PATCH account`; a new `email` needs a recent reauthentication (403 `reauthentication_required`). */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
}

// `DELETE account` (recent reauthentication, 204) and `GET account/export` (a JSON file, streamed) have no body.
