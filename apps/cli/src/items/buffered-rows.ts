import type { Feedback } from '@libs/api-client';
import type { Rows } from './rows';

/** Written at once, in characters. */
const CHUNK_LENGTH = 65_536;

/** What is shown of items that are all here before the first of them is: no column that none of them fills. */
export class BufferedRows {
  readonly #allColumns: TextChunks;
  /** Until an item has an address. */
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

  /** In pieces that may be written one after the other. */
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
