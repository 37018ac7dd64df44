import { DomainError, folded } from '@libs/kernel';
import { PERSON_NAME_MAX } from '../limits';

/** Someone who signs in to the dashboard, and is a member of accounts (team.md 1). */
export interface Person {
  readonly id: string;
  /** Stored as sent. Unique, regardless of case. */
  readonly email: string;
  readonly name: string;
  /** Result of `PasswordHasher.hash`. */
  readonly passwordHash: string;
  readonly createdAt: Date;
  /** Null until the person has used a link that was sent to this address (mail.md 8). */
  readonly emailConfirmedAt: Date | null;
}

/** The name of a person who gives none: the part of the email address before the `@`. */
export const nameFromEmail = (email: string): string =>
  [...email.slice(0, email.indexOf('@'))].slice(0, PERSON_NAME_MAX).join('');

export const personNotFound = () => new DomainError('not_found', 'person_not_found', 'Person not found');

/** Whether people read two names as the same: white space, case, and forms of characters do not matter (team.md 1). */
export const isSameName = (one: string, other: string): boolean => foldedName(one) === foldedName(other);

const foldedName = (name: string): string =>
  folded(name)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** @param param the field that has the name */
export function nameTaken(param: 'name' | 'new_name'): DomainError {
  const issue = { param, code: 'name_taken', message: 'Another member of this account has this name' };
  return new DomainError('conflict', issue.code, issue.message, { issues: [issue] });
}
