import {
  emailRule,
  objectRule,
  oneOf,
  optional,
  required,
  ROLES,
  stringRule,
  type ValuesOf,
} from '@libs/kernel';
import { personNameRule } from '../people/person.rules';

const NEW_INVITATION = { role: required(oneOf(ROLES)), email: optional(emailRule) };
export type NewInvitation = ValuesOf<typeof NEW_INVITATION>;
export const newInvitationRule = objectRule(NEW_INVITATION);

const LOOKUP = { token: required(stringRule) };
export const invitationLookupRule = objectRule(LOOKUP);

const ACCEPTANCE = {
  token: required(stringRule),
  /** With it, a new person joins. Without it, `email` and `password` are those of an existing person. */
  name: optional(personNameRule),
  email: optional(emailRule),
  password: optional(stringRule),
  /** The name that an existing person gets, because a member has the same. */
  new_name: optional(personNameRule),
  /** Of `second_factor_required`, with a `code` instead of `email` and `password` (second-factor.md 3). */
  challenge: optional(stringRule),
  code: optional(stringRule),
};
export type Acceptance = ValuesOf<typeof ACCEPTANCE>;
export const acceptanceRule = objectRule(ACCEPTANCE);
