import { mayDo, type Action, type Role } from '@libs/contract';
import { createContext, use } from 'react';

/** The role of the person in the current account (team.md 2). Set by the shell. */
export const RoleContext = createContext<Role>('viewer');

export const useRole = (): Role => use(RoleContext);

/** Whether the person may do this in the current account. The service checks it again. */
export const useMayDo = (action: Action): boolean => mayDo(useRole(), action);
