import { IMPORT_BYTES_MAX } from '@libs/contract';
import { IMPORT_ROWS_MAX } from '@libs/feedback';
import type { Cell } from './csv';
import { CsvReader } from './csv';
import { isBlankRow } from './delimiter';
import { isSerialDate, toTimestamp } from './dates';
import { isLikeEmail } from './email';
import { FileError } from './file-error';
import { utf16Of, type Encoding } from './encoding';
import { guessEncoding } from './guess-encoding';
import { detectFileKind, rejectBinary, type FileKind } from './file-kind';
import { parseJsonLine } from './json-line';
import { withoutProblems } from '../mapping/problems-csv';

/** Bytes read to reject files that aren't text. */
const BINARY_CHECK_BYTES = 1024;
/** Characters read to detect the format of a text. */
const DETECTION_CHARACTERS = 65_536;

/** A parsed file: column names, rows, and the line at which each row starts. */
export interface Table {
  readonly kind: FileKind['name'];
  readonly encoding: Encoding;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly lines: readonly number[];
  /** The first line of a CSV file: column names or data; null for NDJSON. */
  readonly first: FirstLine | null;
}

interface FirstLine {
  readonly cells: readonly Cell[];
  readonly line: number;
  readonly isData: boolean;
}

/**
 * Treats the first line as data or as column names.
 * @throws FileError if the table then has too many rows
 */
export function withFirstLine(table: Table, isData: boolean): Table {
  const { first, rows, lines } = table;
  if (!first || first.isData === isData) return table;
  if (isData && rows.length === IMPORT_ROWS_MAX) throw new FileError('tooMany', IMPORT_ROWS_MAX + 1);
  return {
    ...table,
    columns: columnNames(isData ? first.cells.map(() => null) : first.cells),
    rows: isData ? [first.cells, ...rows] : rows.slice(1),
    lines: isData ? [first.line, ...lines] : lines.slice(1),
    first: { ...first, isData },
  };
}

interface ReadOptions {
  readonly encoding?: Encoding;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read. */
  readonly onProgress?: (bytes: number) => void;
  /** Yields to the event loop; called between chunks. */
  readonly yieldToMain?: () => Promise<void>;
}

/**
 * Reads a file in chunks, in the chosen encoding. By default, it is UTF-16 with a byte order mark, UTF-8, or the most
 * likely one.
 * @throws FileError if it cannot be imported, or the abort reason of `signal`
 */
export async function readTable(file: Blob, options: ReadOptions = {}): Promise<Table> {
  if (file.size === 0) throw new FileError('empty');
  if (file.size > IMPORT_BYTES_MAX) throw new FileError('tooLarge', Math.ceil(file.size / IMPORT_BYTES_MAX));
  const head = new Uint8Array(await file.slice(0, BINARY_CHECK_BYTES).arrayBuffer());
  const encoding = options.encoding ?? utf16Of(head) ?? 'utf-8';
  rejectBinary(head, encoding.startsWith('utf-16'));
  try {
    return await readWithEncoding(encoding, file, options);
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'encoding') throw error;
    if (options.encoding) throw new FileError('wrongEncoding');
    const guess = encoding === 'utf-8' ? await guessEncoding(readChunks(file), options.yieldToMain) : null;
    if (guess === null) throw error;
    return readWithEncoding(guess, file, options);
  }
}

async function readWithEncoding(
  encoding: Encoding,
  file: Blob,
  { signal, onProgress, yieldToMain }: ReadOptions,
): Promise<Table> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let reader: TableReader | null = null;
  let head = '';
  let bytes = 0;
  const parseText = (text: string, isComplete = false) => {
    if (reader) return reader.push(text);
    head += text;
    if (head === '' || (head.length < DETECTION_CHARACTERS && !isComplete)) return;
    const start = head.slice(0, DETECTION_CHARACTERS);
    reader = createReader(detectFileKind(start, isComplete && start === head), encoding);
    reader.push(head);
    head = '';
  };
  for await (const chunk of readChunks(file)) {
    signal?.throwIfAborted();
    parseText(decodeChunk(decoder, chunk));
    onProgress?.((bytes += chunk.length));
    await yieldToMain?.();
  }
  parseText(decodeChunk(decoder), true);
  signal?.throwIfAborted();
  const read = (reader as TableReader | null)?.end();
  if (!read) throw new FileError('empty');
  if (read.rows.length === 0) throw new FileError('noRows');
  const table = withoutProblems(read);
  return table.first?.cells.some(isValue) && table.rows.length < IMPORT_ROWS_MAX
    ? withFirstLine(table, true)
    : table;
}

/** True for email addresses and dates, which cannot be column names. */
const isValue = (cell: Cell): boolean => cell !== null && (isLikeEmail(cell.trim()) || isDate(cell.trim()));

/** Returns false for serial dates, because they can be any number. */
const isDate = (text: string): boolean =>
  !isSerialDate(text) && (toTimestamp(text, 'mdy') ?? toTimestamp(text, 'dmy')) !== null;

async function* readChunks(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    // The file was moved, deleted, or changed since it was chosen.
    if (error instanceof DOMException) throw new FileError('unreadable');
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decodeChunk(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new FileError('encoding');
  }
}

interface TableReader {
  push(text: string): void;
  end(): Table;
}

/** @throws FileError for NDJSON that isn't UTF-8 (RFC 8259 §8.1) */
function createReader(kind: FileKind, encoding: Encoding): TableReader {
  if (kind.name === 'csv') return new CsvTableReader(kind, encoding);
  if (encoding !== 'utf-8') throw new FileError('encoding');
  return new JsonTableReader();
}

/** Keeps rows up to the limit and only counts further ones. */
class BoundedRows {
  readonly cells: (readonly Cell[])[] = [];
  readonly lines: number[] = [];
  private count = 0;

  add(cells: readonly Cell[], line: number): void {
    if (++this.count > IMPORT_ROWS_MAX) return;
    this.cells.push(cells);
    this.lines.push(line);
  }

  /** @throws FileError */
  throwIfTooMany(): void {
    if (this.count > IMPORT_ROWS_MAX) throw new FileError('tooMany', this.count);
  }
}

class CsvTableReader implements TableReader {
  private first: FirstLine | null = null;
  private readonly rows = new BoundedRows();
  private readonly reader: CsvReader;

  constructor(
    private readonly kind: Extract<FileKind, { name: 'csv' }>,
    private readonly encoding: Encoding,
  ) {
    const { delimiter } = kind;
    this.reader = new CsvReader(delimiter, (cells, line) => this.addRow(cells, line));
  }

  push(text: string): void {
    this.reader.push(text);
  }

  end(): Table {
    this.reader.end();
    this.rows.throwIfTooMany();
    const { cells: rows, lines } = this.rows;
    const { first, encoding } = this;
    return { kind: 'csv', encoding, columns: columnNames(first?.cells ?? []), rows, lines, first };
  }

  private addRow(cells: readonly Cell[], line: number): void {
    if (!this.first) {
      if (isBlankRow(cells)) return;
      if (line > 1 || !this.kind.hasDelimiterLine) this.first = { cells, line, isData: false };
      return;
    }
    // Too many cells: an unquoted text contains the delimiter.
    if (cells.slice(this.first.cells.length).some((cell) => cell !== null))
      throw new FileError('cells', line);
    if (cells.some((cell) => cell !== null && cell !== '')) this.rows.add(cells, line);
  }
}

/** Makes column names unique: names empty ones by position, and numbers repeated ones. */
function columnNames(cells: readonly Cell[]): readonly string[] {
  const countByName = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell?.trim() || `Column ${index + 1}`;
    const occurrence = (countByName.get(name) ?? 0) + 1;
    countByName.set(name, occurrence);
    return occurrence === 1 ? name : `${name} (${occurrence})`;
  });
}

class JsonTableReader implements TableReader {
  private readonly columns = new Map<string, number>();
  private readonly rows = new BoundedRows();
  private rest = '';
  private line = 0;

  push(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.addLine(line);
  }

  end(): Table {
    this.addLine(this.rest);
    this.rows.throwIfTooMany();
    return {
      kind: 'ndjson',
      encoding: 'utf-8',
      columns: [...this.columns.keys()],
      rows: this.rows.cells,
      lines: this.rows.lines,
      first: null,
    };
  }

  private addLine(text: string): void {
    this.line++;
    if (text.trim() === '') return;
    const fields = parseJsonLine(text);
    if (!fields) throw new FileError('jsonLine', this.line);
    const cells: Cell[] = [];
    for (const [name, cell] of fields) {
      if (!this.columns.has(name)) this.columns.set(name, this.columns.size);
      cells[this.columns.get(name)!] = cell;
    }
    this.rows.add(
      Array.from(cells, (cell) => cell ?? null),
      this.line,
    );
  }
}
