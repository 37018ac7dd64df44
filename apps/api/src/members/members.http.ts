import type { Invitation, OfferedInvitation } from '@libs/accounts';
import type { InvitationEntry, InvitationOffer } from '@libs/contract';

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
