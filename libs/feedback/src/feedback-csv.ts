/** The columns of a file of items, in this order (API.md 3.2). */
export const CSV_COLUMNS = [
  'id',
  'title',
  'description',
  'submitter_email',
  'status',
  'source',
  'created_at',
  'updated_at',
] as const;

/** What makes a spreadsheet take a text for a formula (OWASP), also behind apostrophes that are the text's own. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * The text as a spreadsheet may see it: an apostrophe before what it would take for a formula. Before a text that
 * looks guarded already too, so that nothing is lost: `unguarded` gives back every text.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What `guarded` was given; one apostrophe less where it has put one. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
