import type { Invitation, Member, OfferedInvitation } from '@libs/accounts';
import type { InvitationEntry, InvitationOffer, MemberEntry } from '@libs/contract';

/** The page of the dashboard that accepts an invitation. The token is in the fragment, which browsers do not send. */
export class InvitationAddress {
  constructor(private readonly publicUrl: string) {}

  urlOf(token: string): string {
    return `${this.publicUrl}/app/invite#${token}`;
  }
}

export const memberJson = ({ person, membership }: Member): MemberEntry => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: membership.role,
  joined_at: membership.createdAt.toISOString(),
});

export const invitationJson = ({
  id,
  role,
  email,
  createdBy,
  createdAt,
  expiresAt,
}: Invitation): InvitationEntry => ({
  id,
  role,
  email,
  created_by: createdBy,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

export const offerJson = ({
  invitation: { role, email, expiresAt },
  account: { name },
  inviterName,
}: OfferedInvitation): InvitationOffer => ({
  account: { name },
  role,
  email,
  inviter: { name: inviterName },
  expires_at: expiresAt.toISOString(),
});
