const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Position of the next byte in a CSV file. */
type Place = 'field start' | 'plain' | 'quoted' | 'behind quotes' | 'behind return';

/** Tracks quotes in CSV (RFC 4180) byte by byte, to tell separators from text. */
export class CsvQuotes {
  private place: Place = 'field start';
  private offset = 0;

  get isInside(): boolean {
    return this.place === 'quoted';
  }

  /** Returns false if the byte is invalid: a quote inside an unquoted field, or text after a quoted one. */
  take(byte: number): boolean {
    const isMark = this.offset < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[this.offset++];
    if (isMark) return true;
    if (byte === QUOTE) return this.takeQuote();
    if (this.place === 'quoted') return true;
    if (byte === LINE_FEED || (byte === COMMA && this.place !== 'behind return')) {
      this.place = 'field start';
      return true;
    }
    if (this.place === 'behind return') return false;
    if (this.place !== 'behind quotes') this.place = 'plain';
    else if (byte === CARRIAGE_RETURN) this.place = 'behind return';
    else return false;
    return true;
  }

  private takeQuote(): boolean {
    if (this.place === 'plain' || this.place === 'behind return') return false;
    this.place = this.place === 'quoted' ? 'behind quotes' : 'quoted';
    return true;
  }
}
