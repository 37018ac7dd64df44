import { FileError } from './file-error';

/** Null for an empty cell without quotes; `""` is an empty string. */
export type Cell = string | null;
export type Delimiter = ',' | ';' | '\t' | '|';

const QUOTE = 34;
const SPACE = 32;
const CR = 13;
const LF = 10;

/**
 * Parses CSV (RFC 4180) in chunks, with any line breaks, also inside quotes, and spaces around quotes. Reports the line
 * at which each row starts. Replaces csv-parse, which either rejects a quote inside an unquoted cell or, with `relax_quotes`, accepts
 * text after a closing quote; counts CRLF inside quotes as two lines; and is 40 times slower if it must distinguish
 * `""` from an empty cell. `csv.spec.ts` compares the two.
 * @throws FileError for malformed quotes, because the rest of the file cannot be parsed reliably
 */
export class CsvReader {
  private cells: Cell[] = [];
  private text = '';
  /** Spaces before a quoted cell, and after it. */
  private before = '';
  private after = '';
  private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  private line = 1;
  private rowLine = 1;
  private isAfterCarriageReturn = false;
  private readonly delimiter: number;

  constructor(
    delimiter: Delimiter,
    private readonly onRow: (cells: readonly Cell[], line: number) => void,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  push(chunk: string): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.isAfterCarriageReturn) {
        this.isAfterCarriageReturn = false;
        if (chunk.charCodeAt(at) === LF) {
          at++;
          if (this.state === 'quoted') this.text += '\n';
          continue;
        }
      }
      if (this.state === 'quoted') at = this.readQuoted(chunk, at);
      else if (this.state === 'plain') at = this.readPlain(chunk, at);
      else at = this.readCellBoundary(chunk, at);
    }
  }

  end(): void {
    if (this.state === 'quoted') throw new FileError('quotes', this.rowLine);
    if (this.state !== 'start' || this.before !== '' || this.cells.length > 0) this.endRow();
  }

  /** Reads at the beginning of a cell or after its closing quote. */
  private readCellBoundary(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    if (code === QUOTE && this.after === '') {
      if (this.state === 'closed') this.text += '"';
      this.state = 'quoted';
      return at + 1;
    }
    if (code === this.delimiter || code === CR || code === LF) return this.endCell(code, at);
    if (code === SPACE) {
      if (this.state === 'closed') this.after += ' ';
      else this.before += ' ';
      return at + 1;
    }
    this.text = this.state === 'closed' ? this.unquotedText() : this.before;
    this.state = 'plain';
    return at;
  }

  /**
   * The text so far of a cell that has text after quotes. After a space, the quotes belong to the text.
   * @throws FileError if the cell starts with a quote, or if the quotes contain a delimiter or a line break
   */
  private unquotedText(): string {
    const isOneCell = !/[\r\n]/.test(this.text) && !this.text.includes(String.fromCharCode(this.delimiter));
    if (this.before === '' || !isOneCell) throw new FileError('quotes', this.line);
    return `${this.before}"${this.text.replaceAll('"', '""')}"${this.after}`;
  }

  private readPlain(chunk: string, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === this.delimiter || code === CR || code === LF) break;
    }
    this.text += chunk.slice(from, at);
    return at < chunk.length ? this.endCell(chunk.charCodeAt(at), at) : at;
  }

  private readQuoted(chunk: string, from: number): number {
    const closingQuote = chunk.indexOf('"', from);
    const to = closingQuote < 0 ? chunk.length : closingQuote;
    for (let at = from; at < to; at++) {
      const code = chunk.charCodeAt(at);
      if (code === LF || (code === CR && chunk.charCodeAt(at + 1) !== LF)) this.line++;
    }
    this.text += chunk.slice(from, to);
    // The LF of a CRLF may be in the next chunk; the line is already counted.
    if (closingQuote < 0) this.isAfterCarriageReturn = chunk.charCodeAt(to - 1) === CR;
    else this.state = 'closed';
    return closingQuote < 0 ? to : to + 1;
  }

  private endCell(code: number, at: number): number {
    this.addCell();
    if (code === this.delimiter) return at + 1;
    this.line++;
    this.isAfterCarriageReturn = code === CR;
    this.emitRow();
    return at + 1;
  }

  private addCell(): void {
    this.cells.push(this.state === 'start' ? this.before || null : this.text);
    this.text = '';
    this.before = '';
    this.after = '';
    this.state = 'start';
  }

  private endRow(): void {
    this.addCell();
    this.emitRow();
  }

  /** Skips empty lines. */
  private emitRow(): void {
    const { cells, rowLine } = this;
    this.cells = [];
    this.rowLine = this.line;
    if (cells.length > 1 || cells[0] !== null) this.onRow(cells, rowLine);
  }
}
