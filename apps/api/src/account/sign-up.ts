import { DomainError } from '@libs/kernel';
import type { Config } from '../config';

/** Whether people can create accounts without an operator (dashboard.md 7). */
export const isSignUpOpen = ({ SIGN_UP }: Pick<Config, 'SIGN_UP'>): boolean => SIGN_UP === 'open';

/** @throws DomainError `permission` `sign_up_closed` */
export function assertSignUpOpen(config: Pick<Config, 'SIGN_UP'>): void {
  if (!isSignUpOpen(config)) throw new DomainError('permission', 'sign_up_closed', 'Sign-up is closed');
}
