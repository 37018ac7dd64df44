/**
 * Characters after which a spreadsheet may begin a cell. Where it separates fields by its own list separator instead of
 * a comma (`;` in much of Europe, `؛` and `،` in Persian and Arabic), the quotes of a field do not hold it together.
 */
export const CELL_SEPARATORS = [';', '|', '\t', '\n', '\r', '،', '؛'] as const;
const SEPARATOR = `[${CELL_SEPARATORS.join('')}]`;

/** What makes a cell a formula (OWASP), in half, full and small width. */
const OPERATOR = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** What a spreadsheet may drop before a formula: white space, invisible characters, quotes. */
const DROPPED = '[\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}"]';

/** The start of each cell that a spreadsheet could calculate; a tab or a line break at the start of a text counts too. */
const starts = (guard: string) =>
  new RegExp(
    `^${guard}(?='*[\\t\\n\\r])|(?:^|(?<=${SEPARATOR}))${guard}(?='*(?:(?!${SEPARATOR})${DROPPED})*${OPERATOR})`,
    'gu',
  );
const UNGUARDED = starts('');
const GUARDED = starts("'");

/**
 * The text as a spreadsheet may see it: an apostrophe before each part that it could calculate. Before a part that looks
 * guarded already too, so that nothing is lost: `unguarded` gives back every text.
 */
export const guarded = (text: string): string => text.replace(UNGUARDED, "'");

/** What `guarded` was given; one apostrophe less where it has put one. */
export const unguarded = (text: string): string => text.replace(GUARDED, '');

const FIRST = new RegExp(`^(?:'|(?!${SEPARATOR})${DROPPED}|${OPERATOR})`, 'u');

/** Whether `guarded` may put an apostrophe before a cell that begins with this character, which is no separator. */
export const mayNeedGuard = (character: string): boolean => FIRST.test(character);
