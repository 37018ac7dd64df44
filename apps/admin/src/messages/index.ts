/** The texts of the current language. English is the only one so far. */
export * as t from './en';
