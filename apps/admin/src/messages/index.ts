import { en } from './en';

/** The texts in force. One language so far; which one is asked for is decided here and nowhere else. */
export const t = en;
