import type { FeedbackJson } from './feedback.json';

/** The columns of a file of items: the members of its JSON, in their order (API.md 3.2). */
export const CSV_COLUMNS = [
  'id',
  'title',
  'description',
  'submitter_email',
  'status',
  'source',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof FeedbackJson)[];

/** The first characters by which a spreadsheet takes a text for a formula (OWASP), in half and in full width. */
export const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const;

/** Behind apostrophes that are the text's own too. */
const FORMULA = new RegExp(`^'*[${FORMULA_STARTS.join('').replace('-', '\\-')}]`);
const GUARDED = new RegExp(FORMULA.source.replace('*', '+'));

/**
 * The text as a spreadsheet may see it: an apostrophe before what it would take for a formula. Before a text that
 * looks guarded already too, so that nothing is lost: `unguarded` gives back every text.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What `guarded` was given; one apostrophe less where it has put one. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
