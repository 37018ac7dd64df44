import { ITEM_FIELD_NAMES } from '@libs/feedback';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** The signature, flags and the length of an extension; PostgreSQL sets none. */
const HEADER = SIGNATURE.length + 8;
const END = -1;

/**
 * Reads what COPY (FORMAT binary) sends, in chunks that end anywhere (PostgreSQL's manual, COPY, File Formats): of
 * each row only where its fields are, so that nothing is made that would have to be thrown away again.
 */
export class BinaryRows {
  bytes: Buffer = Buffer.alloc(0);
  /** Of the row last read, where its fields begin and end in `bytes`; null begins at -1. */
  readonly starts = new Int32Array(ITEM_FIELD_NAMES.length);
  readonly ends = new Int32Array(ITEM_FIELD_NAMES.length);
  /** Of the row last read, in bytes. */
  size = 0;
  private at = 0;
  private isBehindHeader = false;

  /** Only after `next` was false. */
  take(chunk: Buffer): void {
    this.bytes = this.at === this.bytes.length ? chunk : Buffer.concat([this.bytes.subarray(this.at), chunk]);
    this.at = 0;
  }

  /** Goes on to the next row; false when not all of it is there yet, or when there is none. */
  next(): boolean {
    const { bytes, starts, ends } = this;
    if (!this.isBehindHeader && !this.passHeader()) return false;
    let at = this.at;
    if (at + 2 > bytes.length) return false;
    const count = bytes.readInt16BE(at);
    if (count === END) return false;
    if (count !== starts.length) throw new Error(`COPY sent a row of ${count} fields`);
    at += 2;
    for (let i = 0; i < count; i++) {
      if (at + 4 > bytes.length) return false;
      const length = bytes.readInt32BE(at);
      at += 4;
      starts[i] = length < 0 ? -1 : at;
      if (length > 0) at += length;
      ends[i] = at;
    }
    if (at > bytes.length) return false;
    this.size = at - this.at;
    this.at = at;
    return true;
  }

  private passHeader(): boolean {
    if (this.bytes.length < HEADER) return false;
    if (SIGNATURE.compare(this.bytes, 0, SIGNATURE.length) !== 0) throw new Error('COPY sent no binary');
    this.at = HEADER;
    this.isBehindHeader = true;
    return true;
  }
}
