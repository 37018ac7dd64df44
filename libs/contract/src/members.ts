import type { Role } from '@libs/accounts/limits';

/** An entry of `GET members`; response of `PATCH members/:id`. */
export interface MemberEntry {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface NewInvitationBody {
  readonly role: Role;
  readonly email?: string;
}

export interface InvitationEntry {
  readonly id: string;
  readonly role: Role;
  readonly email: string | null;
  readonly invited_by: { readonly id: string; readonly name: string } | null;
  readonly expires_at: string;
}

export interface IssuedInvitation extends InvitationEntry {
  readonly url: string;
}

export interface InvitationInfo {
  readonly account: { readonly name: string };
  readonly role: Role;
  readonly email: string | null;
  readonly invited_by: { readonly name: string } | null;
  readonly expires_at: string;
}

export interface AcceptBody {
  readonly token: string;
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}
