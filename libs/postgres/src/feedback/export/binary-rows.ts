import { ITEM_FIELD_NAMES } from '@libs/feedback';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Length of the signature, the flags, and the length of the header extension, which PostgreSQL leaves empty. */
const HEADER = SIGNATURE.length + 8;
const END = -1;

/**
 * Parses the output of COPY (FORMAT binary), in chunks of any size (PostgreSQL manual, COPY, File Formats). Returns
 * only the offsets of the fields, to avoid allocations.
 */
export class BinaryRows {
  bytes: Buffer = Buffer.alloc(0);
  /** Start and end offsets in `bytes` of the fields of the current row. The start of a null field is -1. */
  readonly starts = new Int32Array(ITEM_FIELD_NAMES.length);
  readonly ends = new Int32Array(ITEM_FIELD_NAMES.length);
  /** Size of the current row in bytes. */
  size = 0;
  private at = 0;
  private isAfterHeader = false;

  /** Adds a chunk. Call it only after `next` returned false. */
  take(chunk: Buffer): void {
    this.bytes = this.at === this.bytes.length ? chunk : Buffer.concat([this.bytes.subarray(this.at), chunk]);
    this.at = 0;
  }

  /** Moves to the next row. Returns false if the row is incomplete or there are no more rows. */
  next(): boolean {
    const { bytes, starts, ends } = this;
    if (!this.isAfterHeader && !this.passHeader()) return false;
    let at = this.at;
    if (at + 2 > bytes.length) return false;
    const count = bytes.readInt16BE(at);
    if (count === END) return false;
    if (count !== starts.length) throw new Error(`COPY returned a row with ${count} fields`);
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
    if (SIGNATURE.compare(this.bytes, 0, SIGNATURE.length) !== 0) throw new Error('COPY data is not binary');
    this.at = HEADER;
    this.isAfterHeader = true;
    return true;
  }
}
