import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMembers } from '../../../api/team/members';
import { useMayDo } from '../../../api/team/role';
import { useSession } from '../../../api/session';
import { t } from '../../../../messages';
import { useReturnFocus } from '../../../../ui/forms/use-return-focus';
import { Section } from '../../../../ui/layout/section';
import { lazyDialog } from '../../../../ui/lazy-dialog';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { MemberRow } from './member-row';
import settings from '../settings.module.css';

const texts = t.members;
const InviteDialog = lazyDialog(async () => (await import('./invite-dialog')).InviteDialog);

/** Everyone with access to the account, and a button to invite more people. */
export function MembersSection() {
  const members = useMembers();
  const session = useSession().data;
  const mayInvite = useMayDo('members.manage');
  const [isInviting, setInviting] = useState(false);
  useReturnFocus(isInviting);
  if (!session) return null;
  return (
    <Section
      title={texts.title}
      hint={texts.hint(session.account.name)}
      actions={
        mayInvite && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {texts.invite.open}
          </Button>
        )
      }
    >
      {members.data ? (
        <ul className={settings.rows} aria-label={texts.list}>
          {members.data.map((member) => (
            <MemberRow key={member.id} member={member} session={session} />
          ))}
        </ul>
      ) : members.error ? (
        <ErrorState title={texts.failed} error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <LoadingRows label={texts.loading} rows={3} />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}
