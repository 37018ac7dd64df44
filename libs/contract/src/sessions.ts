import type { Role } from '@libs/kernel';
import type { Plan, StatusMessages } from '@libs/accounts/limits';
import type { DisabledWebhook } from './webhooks';

/** `POST session`: signs in; returns 200 with a `SessionInfo` and the session cookie, or 401 `second_factor_required`. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
}

/** `POST session/account`: makes another account of the person the current one; returns 200 with a `SessionInfo`. */
export interface SwitchBody {
  readonly account_id: string;
}

/** `GET session`: the current account of the session, and who is signed in. */
export interface SessionInfo {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly plan: Plan;
    readonly created_at: string;
  };
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  /** The role of the person in the current account. */
  readonly role: Role;
  /** All accounts of the person, in the order of joining. */
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly role: Role;
  }[];
  /** Requests per key that the account's plan allows; null if the limit is off. */
  readonly limits: { readonly hour: number | null; readonly minute: number | null };
  /** `PUBLIC_URL`; the form is at `<base_url>/f/<slug>`, the API at `<base_url>/api/v1`. */
  readonly base_url: string;
  /** Webhooks that the service disabled, newest first. Empty for members who may not manage webhooks. */
  readonly disabled_webhooks: readonly DisabledWebhook[];
  /** Whether `POST accounts` is allowed. */
  readonly can_create_accounts: boolean;
  /** True if the person must set up a second factor first: other requests return 403 `second_factor_setup_required`. */
  readonly must_set_up_second_factor: boolean;
  /** Whether to offer that followers are told of a new status (status-messages.md 6); null if the service sends no mail. */
  readonly status_messages: StatusMessages | null;
  /** Whether the account has identity keys, so that addresses can be verified (identity.md 5). */
  readonly has_identity: boolean;
}

/** An entry of `GET sessions`: sessions of the person, in all accounts. `DELETE sessions/:id` ends one, `DELETE sessions` all others. */
export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** `User-Agent` of the browser, cut to 300 characters. */
  readonly user_agent: string | null;
}
