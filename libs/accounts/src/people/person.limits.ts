/** Maximum length of a name. */
export const PERSON_NAME_MAX = 100;
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
