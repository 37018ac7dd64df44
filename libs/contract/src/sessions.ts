import type { Plan } from '@libs/accounts/limits';
import type { DisabledWebhook } from './webhooks';

/** `POST session`: signs in; returns 200 with a `SessionInfo` and the session cookie, or 401 `second_factor_required`. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
}

/** `GET session`: the account and owner of the session. */
export interface SessionInfo {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly plan: Plan;
    readonly created_at: string;
  };
  readonly owner: { readonly id: string; readonly email: string };
  /** Requests per key that the account's plan allows; null if the limit is off. */
  readonly limits: { readonly hour: number | null; readonly minute: number | null };
  /** `PUBLIC_URL`; the form is at `<base_url>/f/<slug>`, the API at `<base_url>/api/v1`. */
  readonly base_url: string;
  /** Webhooks that the service disabled, newest first. */
  readonly disabled_webhooks: readonly DisabledWebhook[];
  /** True if the owner must set up a second factor first: other requests return 403 `second_factor_setup_required`. */
  readonly must_set_up_second_factor: boolean;
}

/** An entry of `GET sessions`: sessions of the owner. `DELETE sessions/:id` ends one, `DELETE sessions` all others. */
export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** `User-Agent` of the browser, cut to 300 characters. */
  readonly user_agent: string | null;
}
