/**
 * End users write titles and descriptions. Escape sequences in them could recolor or overwrite the terminal or change
 * its title; bidi overrides could reorder the text. These functions make such characters visible.
 */

/** C0 and C1 control characters, Unicode line separators, and bidi controls. */
const CONTROL_CHARACTERS = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_EXCEPT_LINES = /(?![\n\t])[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Characters that JSON.stringify does not escape. Escaping them does not change the value. */
const UNESCAPED_BY_JSON = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** For one line: also shows line feeds and tabs as symbols. */
export const safeLine = (text: string): string => text.replace(CONTROL_CHARACTERS, visibleCharacter);

/** For multiline text; normalizes CRLF. */
export const safeText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(CONTROL_EXCEPT_LINES, visibleCharacter);

export const safeJson = (json: string): string => json.replace(UNESCAPED_BY_JSON, escapeCharacter);

/** Shows a character by its symbol (␛), or by its code point (<U+202E>) if it has none. */
function visibleCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `<U+${hex(code)}>`;
}

const escapeCharacter = (character: string): string => `\\u${hex(character.charCodeAt(0)).toLowerCase()}`;

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
