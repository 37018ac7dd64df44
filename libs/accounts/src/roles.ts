import { LEAST_ROLES, ROLES, type Action, type Role } from './limits';

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const mayDo = (role: Role, action: Action): boolean => isAtLeast(role, LEAST_ROLES[action]);
