import type { ByteWriter } from './byte-writer';

const QUOTE = 0x22;
export const NULL = Buffer.from('null');

/** The JSON escape of each byte, or null. Bytes above 127 are parts of characters that need no escape. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => {
  const escaped = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return byte < 128 && escaped.length > 1 ? Buffer.from(escaped) : null;
});
const IS_ESCAPED = Uint8Array.from(ESCAPES, (escape) => (escape ? 1 : 0));

/** Maximum growth of one byte, as in `\u0001`. CSV at most doubles a byte. */
export const MAX_BYTE_GROWTH = 6;

/** Writes UTF-8 as a JSON string, with the same output as JSON.stringify. */
export function writeJsonText(out: ByteWriter, source: Uint8Array, start: number, end: number): void {
  out.byte(QUOTE);
  let clean = start;
  for (let i = start; i < end; i++) {
    const byte = source[i]!;
    if (IS_ESCAPED[byte] === 0) continue;
    out.copy(source, clean, i);
    out.copy(ESCAPES[byte]!);
    clean = i + 1;
  }
  out.copy(source, clean, end);
  out.byte(QUOTE);
}

const NO_LINKS = Buffer.from('[]');

/** @param start -1 for no links */
export function writeJsonLinks(out: ByteWriter, source: Buffer, start: number, end: number): void {
  if (start === -1) out.copy(NO_LINKS);
  else writeJsonb(out, source, start, end);
}

/** Writes the text of `jsonb` without its spaces. */
export const writeJsonb = (out: ByteWriter, source: Buffer, start: number, end: number): void =>
  out.copy(Buffer.from(JSON.stringify(JSON.parse(source.toString('utf8', start, end)))));

const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Writes texts that commas separate as a JSON array. @param start -1 for an empty array */
export function writeJsonTexts(out: ByteWriter, source: Uint8Array, start: number, end: number): void {
  out.byte(OPEN);
  for (let from = start; from !== -1 && from <= end;) {
    const comma = source.indexOf(COMMA, from);
    const to = comma === -1 || comma > end ? end : comma;
    if (from !== start) out.byte(COMMA);
    writeJsonText(out, source, from, to);
    from = to + 1;
  }
  out.byte(CLOSE);
}

const ID_KEY = Buffer.from('{"id":"');
const NAME_KEY = Buffer.from('","name":');
const CLOSE_OBJECT = 0x7d;
/** Length of a UUID as text. */
export const UUID_LENGTH = 36;

/** Writes a UUID that is followed by a name as a JSON object. */
export function writeJsonPerson(out: ByteWriter, source: Uint8Array, start: number, end: number): void {
  out.copy(ID_KEY);
  out.copy(source, start, start + UUID_LENGTH);
  out.copy(NAME_KEY);
  writeJsonText(out, source, start + UUID_LENGTH, end);
  out.byte(CLOSE_OBJECT);
}
