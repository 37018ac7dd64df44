const QUOTE = 0x22;
const SPACE = 0x20;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Position of the next byte in a CSV file. */
type Position = 'field start' | 'plain' | 'quoted' | 'after quotes' | 'after space' | 'after return';

/** Tracks quotes in CSV (RFC 4180, with spaces around quotes) byte by byte, to tell separators from text. */
export class CsvQuotes {
  private position: Position = 'field start';
  private offset = 0;

  get isInside(): boolean {
    return this.position === 'quoted';
  }

  /** Returns false if the byte is invalid: a quote inside an unquoted field, or text after a quoted one. */
  accept(byte: number): boolean {
    const isMark = this.offset < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[this.offset++];
    if (isMark) return true;
    if (byte === QUOTE) return this.acceptQuote();
    if (this.position === 'quoted') return true;
    if (byte === LINE_FEED || (byte === COMMA && this.position !== 'after return')) {
      this.position = 'field start';
      return true;
    }
    if (this.position === 'after return') return false;
    const isClosed = this.position === 'after quotes' || this.position === 'after space';
    if (byte === SPACE && (isClosed || this.position === 'field start')) {
      if (isClosed) this.position = 'after space';
    } else if (!isClosed) this.position = 'plain';
    else if (byte === CARRIAGE_RETURN) this.position = 'after return';
    else return false;
    return true;
  }

  private acceptQuote(): boolean {
    if (['plain', 'after space', 'after return'].includes(this.position)) return false;
    this.position = this.position === 'quoted' ? 'after quotes' : 'quoted';
    return true;
  }
}
