import type { Role } from '@libs/kernel';

/** `GET members`, in the order of joining. */
export interface Members {
  readonly data: readonly MemberEntry[];
  /** People who left or were removed. Notes, history, and events still have their IDs. */
  readonly former: readonly { readonly id: string; readonly name: string }[];
}

export interface MemberEntry {
  /** ID of the person: the `id` of actors of the type `owner`. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joined_at: string;
}

/** `PATCH members/:id`; returns 204. */
export interface RoleChange {
  readonly role: Role;
}

/** An entry of `GET invitations`, newest first. `DELETE invitations/:id` revokes one; returns 204. */
export interface InvitationEntry {
  readonly id: string;
  readonly role: Role;
  /** A suggestion for the new person; null if there is none. */
  readonly email: string | null;
  /** ID of the person who created it. */
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** `POST invitations`; returns 201 with an `IssuedInvitationEntry`. */
export interface InvitationBody {
  readonly role: Role;
  readonly email?: string;
}

export interface IssuedInvitationEntry extends InvitationEntry {
  /** `<base_url>/app/invite#<token>`; only this response contains it. */
  readonly url: string;
  /** Whether it is also sent to `email`. */
  readonly sent: boolean;
}

/** `POST invitations/lookup` with `token`, without a session. */
export interface InvitationOffer {
  readonly account: { readonly name: string };
  readonly role: Role;
  readonly email: string | null;
  readonly inviter: { readonly name: string };
  readonly expires_at: string;
}

/**
 * `POST invitations/accept`; returns 200 with a `SessionInfo` of the account. Only with `token`, the signed-in person
 * joins. With `email` and `password`, an existing person signs in and joins. With `name` too, a new person joins. With the
 * `challenge` of 401 `second_factor_required` and `code`, a person with a second factor completes the sign-in and joins.
 */
export interface InvitationAcceptance {
  readonly token: string;
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  /** The name that an existing person gets in all accounts, after 409 `name_taken`. */
  readonly new_name?: string;
  readonly challenge?: string;
  readonly code?: string;
}

// No body: `DELETE members/:id` removes a member; `DELETE members/:id/second-factor` resets the second factor of one; `DELETE membership` leaves the account, and ends the session. Both 204.
