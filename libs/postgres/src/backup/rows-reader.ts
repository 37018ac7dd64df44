import { ContentError } from './backup-error';

/** Ends the rows of a table, at the start of a line. COPY writes a backslash as two, so no row starts with it. */
export const END_OF_ROWS = '\\.\n';

const MARKER = Buffer.from(`\n${END_OF_ROWS}`);
const NEWLINE = 10;
const LAST_LINE_MAX = 65_536;

/** Splits the decompressed part of a backup into tables. Keeps one chunk in memory, however long a line is. */
export class RowsReader {
  private readonly source: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(text: AsyncIterable<Buffer>) {
    this.source = text[Symbol.asyncIterator]();
  }

  /**
   * Returns the rows of the next table, in pieces of any length. The caller must read all of them.
   * @param onLines receives the number of rows of each piece
   */
  async *rows(onLines: (count: number) => void): AsyncGenerator<Buffer> {
    while (this.held.length < END_OF_ROWS.length) await this.more();
    if (this.held.toString('latin1', 0, END_OF_ROWS.length) === END_OF_ROWS) {
      this.held = this.held.subarray(END_OF_ROWS.length);
      return;
    }
    for (;;) {
      const at = this.held.indexOf(MARKER);
      // The last bytes may be the beginning of the marker.
      const end = at < 0 ? this.held.length - MARKER.length + 1 : at + 1;
      if (end > 0) {
        const piece = this.held.subarray(0, end);
        this.held = this.held.subarray(end);
        onLines(linesIn(piece));
        yield piece;
      }
      if (at >= 0) {
        this.held = this.held.subarray(END_OF_ROWS.length);
        return;
      }
      await this.more();
    }
  }

  /** Returns the rest, which must be one line. */
  async lastLine(): Promise<string> {
    while (await this.hasMore()) {
      if (this.held.length > LAST_LINE_MAX) throw new ContentError('its last line is too long');
    }
    if (this.held.indexOf(NEWLINE) !== this.held.length - 1)
      throw new ContentError('bytes follow the last table');
    return this.held.toString('utf8');
  }

  private async more(): Promise<void> {
    if (!(await this.hasMore())) throw new ContentError('it ends too early');
  }

  private async hasMore(): Promise<boolean> {
    const { done, value } = await this.source.next().catch((error: Error) => {
      throw new ContentError(error.message);
    });
    if (done) return false;
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value]);
    return true;
  }
}

/** Number of rows that end in a piece. */
export function linesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
