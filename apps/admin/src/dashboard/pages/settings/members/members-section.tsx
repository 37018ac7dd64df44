import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMembers } from '../../../api/team/members';
import { useMayDo } from '../../../api/team/role';
import { useSession } from '../../../api/session';
import { t } from '../../../../messages';
import { List } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import { lazyDialog } from '../../../../ui/lazy-dialog';
import { QueryState } from '../../../../ui/states/query-state';
import { MemberRow } from './member-row';

const texts = t.members;
const InviteDialog = lazyDialog(async () => (await import('./invite-dialog')).InviteDialog);

/** Everyone with access to the account, and a button to invite more people. */
export function MembersSection() {
  const members = useMembers();
  const session = useSession().data;
  const mayInvite = useMayDo('members.manage');
  const [isInviting, setInviting] = useState(false);
  if (!session) return null;
  return (
    <Section
      title={texts.title}
      hint={texts.hint(session.account.name)}
      actions={
        mayInvite && (
          <Button leftSection={<Plus size={16} />} onClick={() => setInviting(true)}>
            {texts.invite.open}
          </Button>
        )
      }
    >
      <QueryState query={members} loading={texts.loading} rows={3} failed={texts.failed}>
        {(all) => (
          <List look="lines" aria-label={texts.list}>
            {all.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isOnlyOwner={
                  member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1
                }
                session={session}
              />
            ))}
          </List>
        )}
      </QueryState>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}
