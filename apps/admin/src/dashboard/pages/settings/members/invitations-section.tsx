import type { InvitationEntry } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useNameOfMember } from '../../../api/team/member-names';
import { useInvitations, useRevokeInvitation } from '../../../api/team/members';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { useReturnFocus } from '../../../../ui/forms/use-return-focus';
import { Section } from '../../../../ui/layout/section';
import { RelativeTime } from '../../../../ui/relative-time';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import settings from '../settings.module.css';
import styles from './members.module.css';

const texts = t.members.invitations;

/** The invitations that someone can still accept. */
export function InvitationsSection() {
  const invitations = useInvitations();
  return (
    <Section title={texts.title} hint={texts.hint}>
      {invitations.data ? (
        invitations.data.length > 0 ? (
          <ul className={settings.rows} aria-label={texts.title}>
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        ) : (
          <Text c="dimmed">{texts.empty}</Text>
        )
      ) : invitations.error ? (
        <ErrorState
          title={texts.failed}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
        />
      ) : (
        <LoadingRows label={texts.loading} rows={1} />
      )}
    </Section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: InvitationEntry }) {
  const { id, role, email, created_by: inviterId, expires_at: expiresAt } = invitation;
  const [isAsking, setAsking] = useState(false);
  const inviter = useNameOfMember([inviterId])(inviterId);
  useReturnFocus(isAsking);
  const revoke = useRevokeInvitation();
  const roleName = t.members.roles[role].name;
  const close = () => setAsking(false);
  return (
    <li className={styles.member}>
      <span className={styles.icon} aria-hidden>
        <Link2 size={15} />
      </span>
      <div className={styles.who}>
        <span className={styles.name}>{email ?? texts.anyone}</span>
        <span className={styles.email}>
          {inviter && `${texts.by(inviter)} · `}
          {texts.expires} <RelativeTime value={expiresAt} />
        </span>
      </div>
      <Text size="sm" c="dimmed" className={styles.role}>
        {roleName}
      </Text>
      <Button
        size="xs"
        variant="default"
        className={styles.action}
        aria-label={texts.revokeLabel(email, roleName)}
        onClick={() => setAsking(true)}
      >
        {texts.revoke}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.revokeTitle}
          confirm={texts.revokeConfirm}
          danger
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(id, { onSuccess: close })}
          onClose={close}
        >
          <Text>{texts.revokeBody}</Text>
        </ConfirmDialog>
      )}
    </li>
  );
}
