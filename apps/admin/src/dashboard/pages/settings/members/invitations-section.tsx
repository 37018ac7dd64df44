import type { InvitationEntry } from '@libs/contract';
import { Button, Text } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../api/requests/client';
import { useNameOfMember } from '../../../api/team/member-names';
import { useInvitations, useRevokeInvitation } from '../../../api/team/members';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { RowText } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import { RelativeTime } from '../../../../ui/time/relative-time';
import { QueryList } from '../../../../ui/states/query-list';
import { notify } from '../../../items/notices';
import styles from './members.module.css';

const texts = t.members.invitations;

/** The list no longer has the invitation, so its dialog is closed. The dialog shows other errors. */
function reportGone(error: unknown): void {
  if (error instanceof ApiError && error.status === 404) notify({ text: texts.revokeGone, isError: true });
}

/** The invitations that someone can still accept. */
export function InvitationsSection() {
  const invitations = useInvitations();
  return (
    <Section title={texts.title} hint={texts.hint}>
      <QueryList
        query={invitations}
        items={invitations.data}
        look="lines"
        label={texts.title}
        loading={texts.loading}
        rows={1}
        failed={texts.failed}
        empty={<Text c="dimmed">{texts.empty}</Text>}
      >
        {(invitation) => <InvitationRow invitation={invitation} />}
      </QueryList>
    </Section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: InvitationEntry }) {
  const { id, role, email, created_by: inviterId, expires_at: expiresAt } = invitation;
  const [isAsking, setAsking] = useState(false);
  const inviter = useNameOfMember([inviterId])(inviterId);
  const revoke = useRevokeInvitation();
  const roleName = t.members.roles[role].name;
  const close = () => setAsking(false);
  return (
    <li className={styles.member}>
      <span className={styles.icon} aria-hidden>
        <Link2 size={15} />
      </span>
      <RowText title={email ?? texts.anyone}>
        {inviter && `${texts.by(inviter)} · `}
        {texts.expires} <RelativeTime value={expiresAt} />
      </RowText>
      <Hint size="sm" className={styles.role}>
        {roleName}
      </Hint>
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
          text={texts.revokeBody}
          confirm={texts.revokeConfirm}
          danger
          action={revoke}
          onConfirm={() => void revoke.mutateAsync(id).then(close, reportGone)}
          onClose={close}
        />
      )}
    </li>
  );
}
