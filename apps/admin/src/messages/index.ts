import { en } from './en';

/** The texts of the current language. English is the only one so far. */
export const t = en;
