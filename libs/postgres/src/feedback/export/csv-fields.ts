import { FORMULA_STARTS } from '@libs/feedback';
import type { ByteWriter } from './byte-writer';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;

const IS_QUOTED = new Uint8Array(256);
for (const byte of Buffer.from('",\r\n')) IS_QUOTED[byte] = 1;

/** By the first byte of a character, those that spreadsheets take for the start of a formula. */
const STARTS: (Buffer[] | undefined)[] = new Array(256).fill(undefined);
for (const start of FORMULA_STARTS.map((character) => Buffer.from(character))) {
  (STARTS[start[0]!] ??= []).push(start);
}

/** UTF-8 as a field of CSV (RFC 4180), guarded as `guarded` does it. An empty text is quoted: without quotes it is null. */
export function writeCsvText(out: ByteWriter, source: Uint8Array, start: number, end: number): void {
  const guards = looksLikeFormula(source, start, end);
  if (!guards && start !== end && !needsQuotes(source, start, end)) return out.copy(source, start, end);
  out.byte(QUOTE);
  if (guards) out.byte(APOSTROPHE);
  for (let i = start; i < end; i++) {
    const byte = source[i]!;
    if (byte === QUOTE) out.byte(QUOTE);
    out.byte(byte);
  }
  out.byte(QUOTE);
}

function needsQuotes(source: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (IS_QUOTED[source[i]!] === 1) return true;
  return false;
}

function looksLikeFormula(source: Uint8Array, start: number, end: number): boolean {
  let first = start;
  while (first < end && source[first] === APOSTROPHE) first++;
  if (first === end) return false;
  const starts = STARTS[source[first]!];
  return starts !== undefined && starts.some((bytes) => bytes.every((byte, i) => source[first + i] === byte));
}
