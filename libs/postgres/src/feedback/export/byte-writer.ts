const SIZE = 131_072;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** The two hexadecimal digits of every byte value, concatenated. */
const DIGITS = Buffer.from(HEX.join(''));
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const DASH = 0x2d;
const ZERO = 0x30;
const DAY = 86_400_000;
/** PostgreSQL counts timestamps from the year 2000. */
const EPOCH = Date.UTC(2000, 0, 1);
const MAX_CACHED_DAYS = 10_000;

/** Appends bytes to a buffer. Callers must reserve the capacity before they write. */
export class ByteWriter {
  bytes = Buffer.allocUnsafeSlow(SIZE);
  at = 0;
  private readonly dates = new Map<number, Buffer>();

  /** Ensures capacity for `count` more bytes. */
  reserve(count: number): void {
    if (this.bytes.length - this.at >= count) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.bytes.length + count);
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  /** Returns the bytes written so far and starts over. The next write overwrites them. */
  takeBytes(): Buffer {
    const written = this.bytes.subarray(0, this.at);
    this.at = 0;
    return written;
  }

  byte(byte: number): void {
    this.bytes[this.at++] = byte;
  }

  /** Copies byte by byte, because a native call takes longer for short fields. */
  copy(source: Uint8Array, start = 0, end = source.length): void {
    const { bytes } = this;
    let { at } = this;
    for (let i = start; i < end; i++) bytes[at++] = source[i]!;
    this.at = at;
  }

  /** Writes 16 bytes in the form 8-4-4-4-12. */
  uuid(source: Uint8Array, start: number): void {
    const { bytes } = this;
    let { at } = this;
    for (let i = 0; i < 16; i++) {
      if (i === 4 || i === 6 || i === 8 || i === 10) bytes[at++] = DASH;
      const digits = 2 * source[start + i]!;
      bytes[at++] = DIGITS[digits]!;
      bytes[at++] = DIGITS[digits + 1]!;
    }
    this.at = at;
  }

  /** Writes a positive integer of 4 bytes, usually of one digit, in decimal digits. */
  integer(source: Buffer, start: number): void {
    const value = source.readInt32BE(start);
    if (value < 10) this.byte(ZERO + value);
    else this.copy(Buffer.from(String(value)));
  }

  /** Writes microseconds since 2000 as `2026-03-03T10:00:00.000Z`. */
  instant(source: Buffer, start: number): void {
    const microseconds = source.readInt32BE(start) * 0x1_0000_0000 + source.readUInt32BE(start + 4);
    const milliseconds = Math.floor(microseconds / 1000) + EPOCH;
    const day = Math.floor(milliseconds / DAY);
    const time = milliseconds - day * DAY;
    this.copy(this.dateOf(day));
    this.digits(Math.floor(time / 3_600_000), 0x3a);
    this.digits(Math.floor(time / 60_000) % 60, 0x3a);
    this.digits(Math.floor(time / 1000) % 60, 0x2e);
    this.byte(ZERO + Math.floor((time % 1000) / 100));
    this.digits(time % 100, 0x5a);
  }

  /** Writes two digits and the character that follows. */
  private digits(value: number, next: number): void {
    this.byte(ZERO + Math.floor(value / 10));
    this.byte(ZERO + (value % 10));
    this.byte(next);
  }

  /** Writes a number of 8 bytes, usually 0, as JSON. */
  number(source: Buffer, start: number): void {
    this.copy(Buffer.from(String(source.readDoubleBE(start))));
  }

  /** Writes a byte, 0 or 1, as `false` or `true`. */
  boolean(source: Buffer, start: number): void {
    this.copy(source[start] === 0 ? FALSE : TRUE);
  }

  /** Returns the date followed by `T`. Cached, because formatting it takes longer than the rest of a timestamp. */
  private dateOf(day: number): Buffer {
    let date = this.dates.get(day);
    if (!date) {
      if (this.dates.size === MAX_CACHED_DAYS) this.dates.clear();
      const [text] = new Date(day * DAY).toISOString().split('T');
      this.dates.set(day, (date = Buffer.from(`${text}T`)));
    }
    return date;
  }
}
