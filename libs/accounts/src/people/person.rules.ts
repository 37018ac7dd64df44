import { emailRule, nameRule, objectRule, optional, required, stringRule, type ValuesOf } from '@libs/kernel';
import { PERSON_NAME_MAX } from '../limits';

export const personNameRule = nameRule(PERSON_NAME_MAX);

const CHANGE = { name: optional(personNameRule), email: optional(emailRule) };
/** The input of a change. Absent fields stay unchanged. */
export type PersonChange = ValuesOf<typeof CHANGE>;
export const personChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['password'], verb: 'updated' },
});

/** A new password, or the current one to reauthenticate. */
export const passwordRule = objectRule({ password: required(stringRule) });
