const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Position of the next byte in a CSV file. */
type Position = 'field start' | 'plain' | 'quoted' | 'after quotes' | 'after return';

/** Tracks quotes in CSV (RFC 4180) byte by byte, to tell separators from text. */
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
    if (this.position !== 'after quotes') this.position = 'plain';
    else if (byte === CARRIAGE_RETURN) this.position = 'after return';
    else return false;
    return true;
  }

  private acceptQuote(): boolean {
    if (this.position === 'plain' || this.position === 'after return') return false;
    this.position = this.position === 'quoted' ? 'after quotes' : 'quoted';
    return true;
  }
}
