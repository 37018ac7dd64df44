/**
 * End users write titles and descriptions, and a terminal obeys what stands in them: an escape sequence may recolour,
 * overwrite or retitle, a bidi override may show a text that is not there. These show such characters instead.
 */

/** C0 and C1, separators of lines that are none to a terminal, and what turns the direction of whatever follows. */
const CONTROL_CHARACTERS = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_EXCEPT_LINES = /(?![\n\t])[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** What JSON.stringify leaves as it is; written as escapes, the value stays the same. */
const UNESCAPED_BY_JSON = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** For one line: line feeds and tabs are shown, too. */
export const safeLine = (text: string): string => text.replace(CONTROL_CHARACTERS, visibleCharacter);

/** For a text of several lines, whatever ends them. */
export const safeText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(CONTROL_EXCEPT_LINES, visibleCharacter);

export const safeJson = (json: string): string => json.replace(UNESCAPED_BY_JSON, escapeCharacter);

/** ␛ for what has a picture of its own, <U+202E> for the rest. */
function visibleCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${hex(code)}>`;
}

const escapeCharacter = (character: string): string => `\\u${hex(character.charCodeAt(0)).toLowerCase()}`;

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
