import type { DomainError } from '@libs/kernel';
import type { CsvQuotes } from './csv-quotes';
import { LINE_BYTES_MAX, malformedCsv, otherSeparator, wrongSeparator } from './import-errors';

/** A line of a file. In CSV, a record, which can contain line breaks in quotes. */
export interface RawLine {
  /** Number of its first line, starting at 1. */
  readonly line: number;
  /** Null if it is too long. Such a line is never completely in memory. */
  readonly bytes: Buffer | null;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Splits chunks of bytes into lines, without blank lines. It works on bytes, because multibyte UTF-8 characters don't
 * contain the ASCII bytes of separators.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private length = 0;
  private current = 1;
  private start = 1;

  /** @param quotes for CSV, where a line break in quotes is part of the line */
  constructor(private readonly quotes: CsvQuotes | null = null) {}

  /** @throws DomainError `validation` for misplaced quotes */
  *push(chunk: Buffer): Generator<RawLine> {
    let start = 0;
    // Blank lines are skipped without allocations: a file of blank lines would block other requests for minutes.
    let isBlankSoFar = this.length === 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.quotes && !this.quotes.accept(byte)) throw misplacedByte(byte, this.start);
      if (byte !== LINE_FEED) {
        isBlankSoFar &&= isBlankByte(byte);
        continue;
      }
      this.current++;
      if (this.quotes?.isInside) continue;
      if (isBlankSoFar) this.start = this.current;
      else yield* this.completeLine(chunk.subarray(start, i));
      start = i + 1;
      isBlankSoFar = true;
    }
    this.append(chunk.subarray(start));
  }

  /**
   * Returns the text after the last line break.
   * @throws DomainError `validation` if the file ends inside quotes
   */
  *end(): Generator<RawLine> {
    if (this.quotes?.isInside) throw malformedCsv(this.start);
    yield* this.completeLine(Buffer.alloc(0));
  }

  private append(part: Buffer): void {
    this.length += part.length;
    if (this.length > LINE_BYTES_MAX) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  private *completeLine(last: Buffer): Generator<RawLine> {
    this.append(last);
    const { start: line, parts, length } = this;
    this.parts = [];
    this.length = 0;
    this.start = this.current;
    if (length > LINE_BYTES_MAX) return yield { line, bytes: null };
    const bytes = withoutByteOrderMark(parts.length === 1 ? parts[0]! : Buffer.concat(parts), line);
    if (!isBlank(bytes)) yield { line, bytes: withoutCarriageReturn(bytes) };
  }
}

/** The error for a misplaced byte: another separator after quotes, or a quote. */
function misplacedByte(byte: number, line: number): DomainError {
  const separator = otherSeparator(String.fromCharCode(byte));
  return separator ? wrongSeparator(line, separator) : malformedCsv(line);
}

const withoutByteOrderMark = (bytes: Buffer, line: number): Buffer =>
  line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;

const withoutCarriageReturn = (bytes: Buffer): Buffer =>
  bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;

const isBlankByte = (byte: number): boolean => byte === CARRIAGE_RETURN || byte === 0x20 || byte === 0x09;

const isBlank = (bytes: Buffer): boolean => bytes.every(isBlankByte);
