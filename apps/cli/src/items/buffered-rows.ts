import type { Feedback } from '@libs/api-client';
import type { Rows } from './rows';

/** Written at once, in characters. */
const PIECE = 65_536;

/** What is shown of items that are all here before the first of them is: no column that none of them fills. */
export class BufferedRows {
  readonly #whole: Pieces;
  /** Until an item has an address. */
  #narrow: Pieces | null;

  constructor({ withoutAddresses, ...rows }: Rows) {
    this.#whole = new Pieces(rows);
    this.#narrow = withoutAddresses ? new Pieces(withoutAddresses) : null;
  }

  add(item: Feedback): void {
    if (item.submitter_email !== null) this.#narrow = null;
    this.#narrow?.add(item);
    this.#whole.add(item);
  }

  /** In pieces that may be written one after the other. */
  get pieces(): readonly string[] {
    return (this.#narrow ?? this.#whole).texts;
  }
}

class Pieces {
  readonly texts: string[];

  constructor(private readonly rows: Omit<Rows, 'withoutAddresses'>) {
    this.texts = [rows.header];
  }

  add(item: Feedback): void {
    const last = this.texts.length - 1;
    if (this.texts[last]!.length < PIECE) this.texts[last] += this.rows.line(item);
    else this.texts.push(this.rows.line(item));
  }
}
