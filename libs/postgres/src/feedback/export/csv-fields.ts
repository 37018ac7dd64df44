import { CELL_SEPARATORS, guarded, mayNeedGuard, type ItemLink } from '@libs/feedback';
import type { ByteWriter } from './byte-writer';

const QUOTE = 0x22;

/** Flags of a byte: the field must be quoted, or a new cell may start after it. */
const QUOTED = 1;
const SEPARATES = 2;
const MEANINGS = new Uint8Array(256);
for (const byte of Buffer.from('",\r\n')) MEANINGS[byte]! |= QUOTED;
for (const separator of CELL_SEPARATORS) MEANINGS[Buffer.from(separator).at(-1)!]! |= SEPARATES;

/** The first byte, or first two bytes, of characters that may need a guard. */
const FIRST_BYTES = new Uint8Array(256);
const FIRST_PAIRS = new Uint8Array(65_536);
/** Characters above U+FFFF start with this byte or a larger one. All of them may need a guard. */
const FOUR_BYTES = 0xf0;
for (let code = 0; code < 0xd800; code++) markFirstBytes(code);
for (let code = 0xe000; code <= 0xffff; code++) markFirstBytes(code);

function markFirstBytes(code: number): void {
  const character = String.fromCharCode(code);
  if (!mayNeedGuard(character)) return;
  const bytes = Buffer.from(character);
  if (bytes.length === 1) FIRST_BYTES[bytes[0]!] = 1;
  else FIRST_PAIRS[bytes.readUInt16BE()] = 1;
}

/** Writes UTF-8 as a CSV field (RFC 4180), guarded like `guarded`. Quotes an empty string; unquoted would be null. */
export function writeCsvText(out: ByteWriter, source: Buffer, start: number, end: number): void {
  if (mayBegin(source, start, end) || separates(source, start, end))
    return writeGuarded(out, source, start, end);
  for (let i = start; i < end; i++) {
    const meaning = MEANINGS[source[i]!]!;
    if (meaning === 0) continue;
    if (meaning & QUOTED) {
      if (!writeQuoted(out, source, start, end)) writeGuarded(out, source, start, end);
      return;
    }
    if (mayBegin(source, i + 1, end)) return writeGuarded(out, source, start, end);
  }
  if (start === end) writeQuoted(out, source, start, end);
  else out.copy(source, start, end);
}

/** Writes the URLs of links, which are the text of `jsonb`, with spaces between them. */
export function writeCsvLinks(out: ByteWriter, source: Buffer, start: number, end: number): void {
  const links = JSON.parse(source.toString('utf8', start, end)) as readonly ItemLink[];
  const urls = Buffer.from(links.map(({ url }) => url).join(' '));
  writeCsvText(out, urls, 0, urls.length);
}

/** True if a cell that starts here may need a guard. A quick check, because `guarded` is too slow for every text. */
function mayBegin(source: Buffer, at: number, end: number): boolean {
  if (at >= end) return false;
  const first = source[at]!;
  if (first < 0x80) return FIRST_BYTES[first] === 1;
  return first >= FOUR_BYTES || FIRST_PAIRS[first * 256 + source[at + 1]!] === 1;
}

const separates = (source: Buffer, at: number, end: number): boolean =>
  at < end && (MEANINGS[source[at]!]! & SEPARATES) !== 0;

function writeGuarded(out: ByteWriter, source: Buffer, start: number, end: number): void {
  const text = source.toString('utf8', start, end);
  const safe = guarded(text);
  if (safe === text && !/[",\r\n]/.test(text)) out.copy(source, start, end);
  else writeQuoted(out, Buffer.from(safe), 0, undefined, true);
}

/** Returns false and writes nothing if a cell may need a guard and the text isn't guarded yet. */
function writeQuoted(
  out: ByteWriter,
  source: Buffer,
  start: number,
  end = source.length,
  isGuarded = false,
): boolean {
  const before = out.at;
  out.byte(QUOTE);
  for (let i = start; i < end; i++) {
    const byte = source[i]!;
    const meaning = MEANINGS[byte]!;
    if (meaning !== 0) {
      if (byte === QUOTE) out.byte(QUOTE);
      else if (meaning & SEPARATES && !isGuarded && mayBegin(source, i + 1, end)) {
        out.at = before;
        return false;
      }
    }
    out.byte(byte);
  }
  out.byte(QUOTE);
  return true;
}
