import { Stack } from '@mantine/core';
import { useMayDo } from '../../../api/team/role';
import { InvitationsSection } from './invitations-section';
import { MembersSection } from './members-section';

/** The members of the account and its open invitations (team.md 3, team.md 5). */
export default function MembersPage() {
  const mayInvite = useMayDo('members.manage');
  return (
    <Stack gap="lg" maw="46rem">
      <MembersSection />
      {mayInvite && <InvitationsSection />}
    </Stack>
  );
}
