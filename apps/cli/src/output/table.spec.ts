import fc from 'fast-check';
import { safeLine } from './safe-text';
import { Table, type Column } from './table';
import { truncate, fitWidth, textWidth } from './text-width';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('日', '👩‍👩‍👧', '🇩🇪', 'e\u0301', '\u0600', '\u200d', 'ﾞ', '❤️', 'a', ' ') }),
);
const width = fc.integer({ min: 1, max: 60 });

describe('text width', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['日本', 4],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['e\u0301', 1],
    ['❤️', 2],
    ['\u200b', 0],
    ['\u0600', 1],
  ])('of %j is %i', (value, columns) => {
    expect(textWidth(value)).toBe(columns);
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['ab cdef', 4, 'ab…'],
    ['ab', 1, '…'],
  ])('truncates %j to %i columns: %j', (value, columns, shown) => {
    expect(truncate(value, columns)).toBe(shown);
  });

  it('is at most the limit after truncate and exactly the width after fitWidth', () => {
    fc.assert(
      fc.property(text, width, (value, columns) => {
        const line = safeLine(value);
        expect(textWidth(truncate(line, columns))).toBeLessThanOrEqual(columns);
        expect(textWidth(fitWidth(line, columns))).toBe(columns);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves text that fits unchanged', () => {
    fc.assert(fc.property(text, (value) => expect(truncate(value, textWidth(value))).toBe(value)));
  });
});

type Row = Readonly<Record<'id' | 'title' | 'more' | 'age', string>>;
const COLUMNS: readonly Column<Row>[] = [
  { header: 'ID', width: 4, text: ({ id }) => id },
  { header: 'TITLE', width: 10, growth: 2, text: ({ title }) => title },
  { header: 'MORE', width: 6, growth: 1, dropOrder: 2, text: ({ more }) => more },
  { header: 'AGE', width: 3, dropOrder: 1, text: ({ age }) => age, paint: (age) => `<${age}>` },
];
const ROW: Row = { id: 'abcd', title: 'A title that is long', more: 'ada@example.com', age: '3d' };

describe('Table', () => {
  it('gives the spare width to columns with growth', () => {
    const table = new Table(COLUMNS, 41);
    expect(table.header((header) => header)).toBe('ID    TITLE               MORE        AGE\n');
    expect(table.row(ROW)).toBe('abcd  A title that is l…  ada@examp…  <3d>\n');
  });

  it('drops columns if the terminal is too narrow, then truncates the title', () => {
    expect(new Table(COLUMNS, 28).row(ROW)).toBe('abcd  A title that is…   <3d>\n');
    expect(new Table(COLUMNS, 18).row(ROW)).toBe('abcd  A title tha…\n');
    expect(new Table(COLUMNS, 12).row(ROW)).toBe('abcd  A tit…\n');
  });

  it('is never wider than the terminal', () => {
    fc.assert(
      fc.property(
        fc.record({ id: text, title: text, more: text, age: text }),
        fc.integer({ min: 7, max: 200 }),
        (row, columns) => {
          const safe = Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, safeLine(value)]),
          );
          const plain = COLUMNS.map(({ paint: _, ...column }) => column);
          expect(textWidth(new Table(plain, columns).row(safe as Row).slice(0, -1))).toBeLessThanOrEqual(
            columns,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
