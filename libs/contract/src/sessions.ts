import type { Plan } from '@libs/accounts/limits';

/** `POST session`: signs in; answers 200 with a `SessionInfo` and the session's cookie. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
}

/** `GET session`: who am I. */
export interface SessionInfo {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly plan: Plan;
    readonly created_at: string;
  };
  readonly owner: { readonly id: string; readonly email: string };
  /** Requests per key of this account's plan; null where the policy is off. */
  readonly limits: { readonly hour: number | null; readonly minute: number | null };
  /** `PUBLIC_URL`; the form is at `<base_url>/f/<slug>`, the API at `<base_url>/api/v1`. */
  readonly base_url: string;
}

/** `GET sessions`: where this owner is signed in. `DELETE sessions/:id` ends one, `DELETE sessions` all others. */
export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** As the browser named itself, cut to 300 characters. */
  readonly user_agent: string | null;
}
