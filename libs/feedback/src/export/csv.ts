/**
 * Characters after which a spreadsheet can start a new cell. A spreadsheet that uses a list separator other than the
 * comma (`;` in much of Europe, `؛` and `،` in Persian and Arabic) splits fields even inside quotes.
 */
export const CELL_SEPARATORS = [';', '|', '\t', '\n', '\r', '،', '؛'] as const;
const SEPARATOR = `[${CELL_SEPARATORS.join('')}]`;

/** Characters that start a formula (OWASP), in half, full, and small width. */
const OPERATOR = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** Characters that a spreadsheet may ignore before a formula: whitespace, invisible characters, quotes. */
const DROPPED = '[\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}"]';

/** Matches the start of each part that a spreadsheet could calculate, and a tab or line break at the start of text. */
const starts = (guard: string) =>
  new RegExp(
    `^${guard}(?='*[\\t\\n\\r])|(?:^|(?<=${SEPARATOR}))${guard}(?='*(?:(?!${SEPARATOR})${DROPPED})*${OPERATOR})`,
    'gu',
  );
const UNGUARDED = starts('');
const GUARDED = starts("'");

/**
 * Adds an apostrophe before each part that a spreadsheet could calculate. Also before a part that already looks
 * guarded, so that `unguarded` restores every text.
 */
export const guarded = (text: string): string => text.replace(UNGUARDED, "'");

/** Reverses `guarded`. */
export const unguarded = (text: string): string => text.replace(GUARDED, '');

const FIRST = new RegExp(`^(?:'|(?!${SEPARATOR})${DROPPED}|${OPERATOR})`, 'u');

/** Whether `guarded` may add an apostrophe before a cell with this first character, which must not be a separator. */
export const mayNeedGuard = (character: string): boolean => FIRST.test(character);
