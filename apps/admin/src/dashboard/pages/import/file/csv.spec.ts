import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { CsvReader, type Cell, type Delimiter } from './csv';
import { FileError } from './file-error';

function read(text: string, size = text.length || 1, delimiter: Delimiter = ',') {
  const rows: { cells: readonly Cell[]; line: number }[] = [];
  const reader = new CsvReader(delimiter, (cells, line) => rows.push({ cells, line }));
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return rows;
}
const cellsOf = (text: string, size?: number, delimiter?: Delimiter) =>
  read(text, size, delimiter).map(({ cells }) => cells);

describe('a CSV file', () => {
  it('has rows of cells, with any line break and with or without a last one', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(cellsOf(`a,b${end}c,d`)).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ]);
      expect(cellsOf(`a,b${end}c,d${end}`)).toHaveLength(2);
    }
  });

  it('tells nothing from an empty text', () => {
    expect(cellsOf('a,"",\n,b,""')).toEqual([
      ['a', '', null],
      [null, 'b', ''],
    ]);
  });

  it('has quotes, delimiters and line breaks inside of quotes', () => {
    expect(cellsOf('"a ""b"", c\r\nd",e')).toEqual([['a "b", c\r\nd', 'e']]);
  });

  it('keeps a quote in the middle of what is not quoted', () => {
    expect(cellsOf('12" screen,b')).toEqual([['12" screen', 'b']]);
  });

  it.each([';', '\t'] as const)('is split at %j as well', (delimiter) => {
    expect(cellsOf(`a${delimiter}b,c`, 1, delimiter)).toEqual([['a', 'b,c']]);
  });

  it('has rows that begin on a line, whatever is between them', () => {
    const text = 'title\r\n"two\r\nlines"\r\n\r\n\nfour\r\n"a\nb\rc"\nlast';
    for (let size = 1; size <= text.length; size++) {
      expect(read(text, size).map(({ line }) => line)).toEqual([1, 2, 6, 7, 10]);
    }
  });

  it.each([
    ['a quote that is never closed', 'a\n"b\nc', 2],
    ['text behind a closing quote', 'a\n"b"c\n', 2],
  ])('is refused for %s, by its line', (_what, text, line) => {
    expect(() => read(text)).toThrow(new FileError('quotes', line));
    try {
      read(text, 1);
    } catch (error) {
      expect((error as FileError).figure).toBe(line);
    }
  });

  const hostile = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀'),
    maxLength: 8,
  });
  const rows = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.array(fc.array(fc.oneof(hostile, fc.constant(null)), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 6,
    }),
  );
  const written = (cell: Cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);

  it('is read back as it was written, wherever the chunks end', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 7 }), (table, end, size) => {
        const text = table.map((cells) => cells.map(written).join(',') + end).join('');
        expect(cellsOf(text, size)).toEqual(table);
      }),
    );
  });

  it('is read as csv-parse reads it', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 5 }), (text, size) => {
        let theirs: string[][];
        try {
          theirs = parse(text, {
            relax_column_count: true,
            skip_empty_lines: true,
            record_delimiter: ['\r\n', '\n', '\r'],
          });
        } catch {
          return;
        }
        // What stands in the middle of a cell is a quote to us, and a fault or a riddle to others.
        if (/[^",\r\n]"/.test(text)) return;
        expect(cellsOf(text, size).map((row) => row.map((cell) => cell ?? ''))).toEqual(theirs);
      }),
      { numRuns: 2_000 },
    );
  });
});
