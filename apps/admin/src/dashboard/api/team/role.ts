import { LEAST_ROLES, ROLES, type Action, type Role } from '@libs/contract';
import { createContext, use } from 'react';

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Whether members with this role may do this (team.md 2). The service checks it again. */
export const mayDo = (role: Role, action: Action): boolean => isAtLeast(role, LEAST_ROLES[action]);

/** The role of the person in the current account. Set by the shell. */
export const RoleContext = createContext<Role>('viewer');

export const useRole = (): Role => use(RoleContext);

/** Whether the person may do this in the current account. */
export const useMayDo = (action: Action): boolean => mayDo(useRole(), action);
