import { LEAST_ROLES, type Action, type MemberEntry } from '@libs/contract';
import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { useMembers } from '../api/team/members';
import { mayDo, useRole } from '../api/team/role';
import { t } from '../../messages';
import { PageHeader } from '../../ui/pages/page-header';
import { EmptyState } from '../../ui/states/empty-state';

const texts = t.members.required;

/** In place of a page that the role doesn't allow: the role it needs, and who can give it. */
export default function RoleRequired({ action }: { readonly action: Action }) {
  const role = useRole();
  const least = LEAST_ROLES[action];
  const granters = (useMembers().data ?? []).filter((member) => canGrant(member, least));
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState
        icon={<Lock size={20} />}
        title={texts.need(t.members.roles[least].name)}
        hint={`${texts.yours(t.members.roles[role].name)} ${texts.ask(granters.map(({ name }) => name))}`}
      >
        <Button component={Link} to="/settings/members" variant="default">
          {texts.members}
        </Button>
      </EmptyState>
    </>
  );
}

/** Admins give roles up to their own (team.md 2). */
const canGrant = ({ role }: MemberEntry, least: (typeof LEAST_ROLES)[Action]): boolean =>
  mayDo(role, 'members.manage') && (least !== 'owner' || role === 'owner');
