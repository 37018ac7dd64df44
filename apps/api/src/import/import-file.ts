import { REQUEST_ROW_COLUMNS, type ImportLine, type ImportOptions } from '@libs/feedback';
import { CsvQuotes } from './csv-quotes';
import { CsvRows, type ColumnNames } from './csv-rows';
import { emptyFile } from './import-errors';
import { LineSplitter, type RawLine } from './raw-lines';
import { ndjsonRow } from './ndjson-rows';

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';

/** Media types that can be imported. */
export const IMPORT_TYPES = [NDJSON, CSV];

const REQUEST_COLUMNS: ColumnNames = {
  known: REQUEST_ROW_COLUMNS,
  oneOf: ['external_id', 'feedback_id', 'title'],
};

/** Parses the rows of a file as its bytes arrive. Its exceptions are about the whole file. */
export class ImportFile {
  private readonly lines: LineSplitter;
  private readonly row: (line: RawLine) => ImportLine | null;
  private isEmpty = true;

  constructor(mediaType: string, of: ImportOptions['of'] = 'items') {
    const columns = of === 'requests' ? REQUEST_COLUMNS : undefined;
    const csv = new CsvRows(columns);
    const isCsv = mediaType === CSV;
    this.lines = new LineSplitter(isCsv ? new CsvQuotes() : null);
    this.row = isCsv ? (line) => csv.row(line) : (line) => ndjsonRow(line, columns?.known);
  }

  /** @throws DomainError `validation` */
  *push(chunk: Buffer): Generator<ImportLine> {
    yield* this.rows(this.lines.push(chunk));
  }

  /**
   * Returns the remaining rows after the last byte.
   * @throws DomainError `validation`
   */
  *end(): Generator<ImportLine> {
    yield* this.rows(this.lines.end());
    if (this.isEmpty) throw emptyFile();
  }

  private *rows(lines: Iterable<RawLine>): Generator<ImportLine> {
    for (const line of lines) {
      this.isEmpty = false;
      const row = this.row(line);
      if (row) yield row;
    }
  }
}
