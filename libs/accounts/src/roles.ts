import { ROLES, type Role } from '@libs/kernel';
import { LEAST_ROLES, type Action } from './limits';

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const mayDo = (role: Role, action: Action): boolean => isAtLeast(role, LEAST_ROLES[action]);
