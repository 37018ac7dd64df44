import type { Feedback } from '@libs/api-client';
import type { Rows } from './rows';

/** Characters per chunk. */
const CHUNK_LENGTH = 65_536;

/** Buffers the rows of all items before output, so that an empty email column can be omitted. */
export class BufferedRows {
  readonly #allColumns: TextChunks;
  /** Null once an item has an email address. */
  #withoutEmailColumn: TextChunks | null;

  constructor({ withoutEmails, ...rows }: Rows) {
    this.#allColumns = new TextChunks(rows);
    this.#withoutEmailColumn = withoutEmails ? new TextChunks(withoutEmails) : null;
  }

  add(item: Feedback): void {
    if (item.submitter_email !== null) this.#withoutEmailColumn = null;
    this.#withoutEmailColumn?.add(item);
    this.#allColumns.add(item);
  }

  /** The output, in chunks to write in order. */
  get chunks(): readonly string[] {
    return (this.#withoutEmailColumn ?? this.#allColumns).chunks;
  }
}

class TextChunks {
  readonly chunks: string[];

  constructor(private readonly rows: Omit<Rows, 'withoutAddresses'>) {
    this.chunks = [rows.header];
  }

  add(item: Feedback): void {
    const last = this.chunks.length - 1;
    if (this.chunks[last]!.length < CHUNK_LENGTH) this.chunks[last] += this.rows.line(item);
    else this.chunks.push(this.rows.line(item));
  }
}
