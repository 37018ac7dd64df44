import type { DomainError } from '@libs/kernel';
import type { CsvQuotes } from './csv-quotes';
import { LINE_BYTES_MAX, malformedCsv, otherSeparator, separatedOtherwise } from './import-errors';

/** A line of a file; of a CSV file a record, which goes on where a line break stands between quotes. */
export interface RawLine {
  /** Where it begins, from 1. */
  readonly line: number;
  /** Null when it is too long, and then it was never whole in memory. */
  readonly bytes: Buffer | null;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Lines of bytes that come in any pieces, without the blank ones. Bytes and not text: no character of UTF-8 holds a
 * byte of the ASCII ones that separate.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private length = 0;
  private current = 1;
  private start = 1;

  /** @param quotes of a CSV file, where a line break between quotes belongs to the line */
  constructor(private readonly quotes: CsvQuotes | null = null) {}

  /** @throws DomainError `validation` where quotes make no sense */
  *push(chunk: Buffer): Generator<RawLine> {
    let start = 0;
    // Nothing is made of a blank line: a file of nothing else would keep everybody waiting for minutes.
    let isBlankSoFar = this.length === 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.quotes && !this.quotes.take(byte)) throw misplaced(byte, this.start);
      if (byte !== LINE_FEED) {
        isBlankSoFar &&= isBlankByte(byte);
        continue;
      }
      this.current++;
      if (this.quotes?.isInside) continue;
      if (isBlankSoFar) this.start = this.current;
      else yield* this.finished(chunk.subarray(start, i));
      start = i + 1;
      isBlankSoFar = true;
    }
    this.keep(chunk.subarray(start));
  }

  /**
   * What comes behind the last line break.
   * @throws DomainError `validation` when the file ends between quotes
   */
  *end(): Generator<RawLine> {
    if (this.quotes?.isInside) throw malformedCsv(this.start);
    yield* this.finished(Buffer.alloc(0));
  }

  private keep(part: Buffer): void {
    this.length += part.length;
    if (this.length > LINE_BYTES_MAX) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  private *finished(last: Buffer): Generator<RawLine> {
    this.keep(last);
    const { start: line, parts, length } = this;
    this.parts = [];
    this.length = 0;
    this.start = this.current;
    if (length > LINE_BYTES_MAX) return yield { line, bytes: null };
    const bytes = withoutMark(parts.length === 1 ? parts[0]! : Buffer.concat(parts), line);
    if (!isBlank(bytes)) yield { line, bytes: withoutReturn(bytes) };
  }
}

/** Behind quotes, where only a comma can follow; elsewhere it is a quote that is misplaced. */
function misplaced(byte: number, line: number): DomainError {
  const separator = otherSeparator(String.fromCharCode(byte));
  return separator ? separatedOtherwise(line, separator) : malformedCsv(line);
}

const withoutMark = (bytes: Buffer, line: number): Buffer =>
  line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;

const withoutReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;

const isBlankByte = (byte: number): boolean => byte === CARRIAGE_RETURN || byte === 0x20 || byte === 0x09;

const isBlank = (bytes: Buffer): boolean => bytes.every(isBlankByte);
