import { ROLES, type Role } from '@libs/contract';
import { isAtLeast, mayDo } from '../../../api/team/role';

/** The roles that someone with a role can give: up to their own; none for those who may not manage members. */
export function grantableRoles(own: Role): readonly Role[] {
  return mayDo(own, 'members.manage') ? ROLES.filter((role) => isAtLeast(own, role)) : [];
}

/** Whether someone with a role can change the role of a member, or remove the member. */
export const canManage = (own: Role, role: Role): boolean => grantableRoles(own).includes(role);

/** The question to ask before a role is changed, if the person couldn't simply change it back. */
export function roleQuestion(change: {
  readonly isSelf: boolean;
  readonly from: Role;
  readonly to: Role;
}): 'own' | 'owner' | null {
  if (change.isSelf && !isAtLeast(change.to, change.from)) return 'own';
  return change.to === 'owner' && change.from !== 'owner' ? 'owner' : null;
}
