import { IMPORT_BYTES_MAX } from '@libs/contract';
import { IMPORT_ROWS_MAX } from '@libs/feedback';
import type { Encoding } from './encoding';
import { readTable, withFirstLine } from './table';

const PICTURE = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
]);
const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new Blob(parts);
const readError = (file: Blob) =>
  readTable(file).then(
    () => null,
    (error: { code: string; figure: number }) => [error.code, error.figure],
  );

/** One byte per character. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** import.md 9 */
describe('readTable', () => {
  it('returns columns, rows, and the line of each row', async () => {
    const table = await readTable(fileOf('title,votes\r\n"Dark\r\nmode",3\r\n\r\n,\r\nExport,\r\n'));
    expect(table).toEqual({
      kind: 'csv',
      encoding: 'utf-8',
      columns: ['title', 'votes'],
      rows: [
        ['Dark\r\nmode', '3'],
        ['Export', null],
      ],
      lines: [2, 6],
      first: { cells: ['title', 'votes'], line: 1, isData: false },
    });
  });

  it('can treat the first line as data', async () => {
    const table = await readTable(fileOf('Dark mode,open\nExport,done\n'));
    expect(table.columns).toEqual(['Dark mode', 'open']);
    const withDataRow = withFirstLine(table, true);
    expect(withDataRow).toMatchObject({
      columns: ['Column 1', 'Column 2'],
      rows: [
        ['Dark mode', 'open'],
        ['Export', 'done'],
      ],
      lines: [1, 2],
      first: { isData: true },
    });
    expect(withFirstLine(withDataRow, true)).toBe(withDataRow);
    expect(withFirstLine(withDataRow, false)).toEqual(table);
  });

  it.each([
    ['an email address', 'Dark mode,ada@example.com\nB,c@d.ee\n', true],
    ['a date', 'Dark mode,2024-05-01\nB,2024-05-02\n', true],
    ['a date with the day first', 'Dark mode,31/12/24\nB,1/2/24\n', true],
    ['names', 'title,2024,email\nA,1,a@b.co\n', false],
    ['a number that is also a date in Excel', 'title,45365\nA,1\n', false],
  ])('detects whether the first line is data if it contains %s', async (_case, text, isData) => {
    expect((await readTable(fileOf(text))).first?.isData).toBe(isData);
  });

  it('throws if the first line as data makes too many rows', async () => {
    const table = await readTable(fileOf(`title\n${'x\n'.repeat(IMPORT_ROWS_MAX)}`));
    expect(() => withFirstLine(table, true)).toThrow(
      expect.objectContaining({ code: 'tooMany', figure: IMPORT_ROWS_MAX + 1 }),
    );
  });

  it.each([
    'sep=;\r\ntitle;body\r\na, b;c',
    '\ufeff"sep=;"\ntitle;body\na, b;c',
    'SEP=;\ntitle;body\na, b;c',
    'sep=|\ntitle|body\na, b|c',
  ])('reads the delimiter from the line %j', async (text) => {
    const { columns, rows, lines } = await readTable(fileOf(text));
    expect([columns, rows, lines]).toEqual([['title', 'body'], [['a, b', 'c']], [3]]);
  });

  it.each([
    ['semicolons', 'title;body\na, b;c'],
    ['tabs, as pasted from a spreadsheet', 'title\tbody\na, b\tc'],
    ['pipes', 'title|body\na, b|c'],
    ['commas in quotes', '"title";"body, if any"\na, b;c'],
    ['a line break in a quoted name', '"Titel\n(kurz)";"Beschreibung"\na, b;c'],
    ['blank lines before the header', '\r\n \n;;\ntitle;body\na, b;c'],
    ['commas in unquoted names', 'Title (a, b);Details\na, b;c'],
    ['more commas than separators in unquoted names', 'Title (a, b, c);Details, if any;\na, b;c'],
  ])('accepts %s', async (_case, text) => {
    expect((await readTable(fileOf(text))).rows.map((cells) => cells.slice(0, 2))).toEqual([['a, b', 'c']]);
  });

  it.each([
    [
      'one column with commas in its texts',
      'Title, in full\nA, b, and c\nD',
      ['Title, in full'],
      ['A, b, and c'],
    ],
    ['rows with fewer cells than the header', 'title,body,votes\nA\nB;c', ['title', 'body', 'votes'], ['A']],
    [
      'a comma in each text between semicolons',
      'Titel, kurz;Text\nA, b;c',
      ['Titel, kurz', 'Text'],
      ['A, b', 'c'],
    ],
  ])('detects the delimiter of %s', async (_case, text, columns, row) => {
    const table = await readTable(fileOf(text));
    expect([table.columns, table.rows[0]]).toEqual([columns, row]);
  });

  it('detects the delimiter of a file that arrives in small chunks', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const character of 'Title (a, b);Details\nA, b;c\n') controller.enqueue(bytes(character));
        controller.close();
      },
    });
    const file = { size: 30, slice: () => new Blob(), stream: () => stream };
    expect((await readTable(file as unknown as Blob)).rows).toEqual([['A, b', 'c']]);
  });

  it('skips a byte order mark', async () => {
    expect((await readTable(fileOf('\ufefftitle,b\nx,y'))).columns).toEqual(['title', 'b']);
  });

  it('decodes characters that a chunk boundary splits', async () => {
    const long = 'é😀'.repeat(60_000);
    const table = await readTable(fileOf(`title\n${long}\n${long}`));
    expect(table.rows).toEqual([[long], [long]]);
  });

  it('makes column names unique', async () => {
    expect((await readTable(fileOf('a,,a\n1,2,3'))).columns).toEqual(['a', 'Column 2', 'a (2)']);
  });

  it('reads NDJSON and names nested fields by their path', async () => {
    const table = await readTable(
      fileOf('{"id":7,"author":{"email":"a@b.co"},"tags":[{"name":"x"},"y"]}\n\n{"title":"T","id":null}\r\n'),
    );
    expect(table).toEqual({
      kind: 'ndjson',
      encoding: 'utf-8',
      columns: ['id', 'author.email', 'tags', 'title'],
      rows: [
        ['7', 'a@b.co', 'x, y'],
        [null, null, null, 'T'],
      ],
      lines: [1, 3],
      first: null,
    });
  });

  it.each(['a;b', 'a\tb'])('reads Windows-1252 with the header %j', async (names) => {
    const line = names.replace('a', '"Gr\xfc\xdfe \x84Spa\xdf\x93"').replace('b', '5 \x80');
    const { rows, encoding, columns } = await readTable(fileOf(bytes(`${names}\r\n${line}\r\n`)));
    expect([columns, rows, encoding]).toEqual([['a', 'b'], [['Grüße „Spaß“', '5 €']], 'windows-1252']);
  });

  it('detects Windows-1252 far from the beginning', async () => {
    const { rows } = await readTable(fileOf(`title\n${'plain\n'.repeat(50_000)}`, bytes('Caf\xe9')));
    expect(rows.at(-1)).toEqual(['Café']);
  });

  it('guesses other encodings', async () => {
    const table = await readTable(fileOf('title\n', bytes('\xaf\xf3\xb3ty\n')));
    expect(table).toMatchObject({ rows: [['Żółty']], encoding: 'windows-1250' });
  });

  it('reads the chosen encoding instead', async () => {
    const file = fileOf(bytes('title\n\xc4\xe3\n'));
    const titles = async (encoding: Encoding) => (await readTable(file, { encoding })).rows;
    expect([await titles('gbk'), await titles('windows-1251')]).toEqual([[['你']], [['Дг']]]);
    expect((await readTable(fileOf('title\nCafé'), { encoding: 'windows-1252' })).rows).toEqual([['CafÃ©']]);
  });

  it('throws for the chosen encoding if the file isn’t in it', async () => {
    const file = fileOf(bytes('title\n\xc4 \n'));
    for (const encoding of ['utf-8', 'gbk'] as const)
      await expect(readTable(file, { encoding })).rejects.toMatchObject({ code: 'wrongEncoding' });
  });

  it.each([
    ['utf-16le', '\xff\xfet\0\t\0b\0\n\0\xe9\0\t\0c\0'],
    ['utf-16be', '\xfe\xff\0t\0\t\0b\0\n\0\xe9\0\t\0c'],
  ] as const)(
    'reads %s with a byte order mark, as spreadsheets save “Unicode text”',
    async (encoding, text) => {
      const table = await readTable(fileOf(bytes(text)));
      expect(table).toMatchObject({ encoding, columns: ['t', 'b'], rows: [['é', 'c']] });
      const withoutMark = fileOf(bytes(text.slice(2)));
      expect((await readTable(withoutMark, { encoding })).rows).toEqual([['é', 'c']]);
      expect(await readError(withoutMark)).toEqual(['binary', 0]);
    },
  );

  it.each([
    ['an empty file', fileOf(), ['empty', 0]],
    ['only a byte order mark', fileOf('\ufeff'), ['empty', 0]],
    ['a header and no rows', fileOf('title,body\n'), ['noRows', 0]],
    ['UTF-8 with a broken character', fileOf('title\nGrüße, Größe', bytes('\xe9')), ['encoding', 0]],
    ['NDJSON in Windows-1252', fileOf(bytes('{"title":"Caf\xe9"}\n')), ['encoding', 0]],
    ['a picture', fileOf(PICTURE), ['binary', 0]],
    ['a PDF', fileOf('%PDF-1.7\n%abc\n1 0 obj\n'), ['binary', 0]],
    ['an old Excel workbook', fileOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])), ['workbook', 0]],
    ['an Excel workbook', fileOf(new Uint8Array([0x50, 0x4b, 3, 4])), ['workbook', 0]],
    ['a JSON document', fileOf('{"data":[{"id":1}]}'), ['json', 0]],
    ['a JSON list', fileOf('[\n{"id":1}]'), ['json', 0]],
    ['a line that is not an object', fileOf('{"a":1}\n[2]\n'), ['jsonLine', 2]],
    ['too many cells', fileOf('a,b\n1,2,3\n'), ['cells', 2]],
    ['malformed quotes', fileOf('a,b\n1,"2\n'), ['quotes', 2]],
  ])('throws for %s', async (_case, file, error) => {
    expect(await readError(file)).toEqual(error);
  });

  it('ignores empty extra cells, as spreadsheets write them', async () => {
    expect((await readTable(fileOf('a,b\n1,2,,\n'))).rows).toHaveLength(1);
  });

  it('throws for more rows than one import accepts, with their number', async () => {
    const rows = 'x\n'.repeat(IMPORT_ROWS_MAX);
    expect((await readTable(fileOf(`title\n${rows}`))).rows).toHaveLength(IMPORT_ROWS_MAX);
    expect(await readError(fileOf(`title\n${rows}x\ny`))).toEqual(['tooMany', IMPORT_ROWS_MAX + 2]);
  });

  it('throws for a file larger than one import accepts', async () => {
    const large = { size: IMPORT_BYTES_MAX * 2 + 1 } as Blob;
    expect(await readError(large)).toEqual(['tooLarge', 3]);
  });

  it('reports progress and can be aborted', async () => {
    const file = fileOf('title\n' + 'a title\n'.repeat(50_000));
    const seen: number[] = [];
    await readTable(file, { onProgress: (bytes) => seen.push(bytes) });
    expect(seen.at(-1)).toBe(file.size);
    const stop = new AbortController();
    const reading = readTable(file, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
