import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { guarded, IMPORT_COLUMNS, CSV_COLUMNS, type ImportLine } from '@libs/feedback';
import type { DomainError } from '@libs/kernel';
import { LINE_BYTES_MAX } from './import-errors';
import { ImportFile } from './import-file';

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';
const ALLOWED = `(allowed: ${IMPORT_COLUMNS.join(', ')})`;

/** @param size bytes per chunk */
function read(type: string, text: string | Buffer, size = Infinity): ImportLine[] {
  const file = new ImportFile(type);
  const bytes = Buffer.from(text);
  const lines: ImportLine[] = [];
  for (let at = 0; at < bytes.length; at += size) lines.push(...file.push(bytes.subarray(at, at + size)));
  return [...lines, ...file.end()];
}
const values = (type: string, text: string | Buffer, size?: number) =>
  read(type, text, size).map((row) => row.values);
const issuesOf = (type: string, text: string | Buffer) =>
  read(type, text).flatMap(({ line, issues }) => issues.map(({ param, code }) => [line, param, code]));
const errorMessageOf = (type: string, text: string | Buffer) => {
  try {
    read(type, text);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

/** import.md 3 */
describe('an NDJSON file', () => {
  it('has one row per line; blank lines count as lines', () => {
    expect(read(NDJSON, '\n{"title":"a"}\r\n \t\r\n\n{"title":"b","description":null}')).toEqual([
      { line: 2, values: { title: 'a' }, issues: [] },
      { line: 5, values: { title: 'b', description: null }, issues: [] },
    ]);
  });

  it('can start with a byte order mark', () => {
    expect(values(NDJSON, '\ufeff{"title":"a"}\n')).toEqual([{ title: 'a' }]);
    expect(values(NDJSON, '\ufeff\n{"title":"a"}\n')).toEqual([{ title: 'a' }]);
  });

  it('can arrive in chunks of any size', () => {
    const text = '{"title":"😀 é ✓"}\r\n\r\n{"title":"b"}\n';
    for (let size = 1; size < 12; size++) {
      expect(values(NDJSON, text, size)).toEqual([{ title: '😀 é ✓' }, { title: 'b' }]);
    }
  });

  it('reports lines that are not rows', () => {
    const text = '{"title":\n[]\n"x"\n5\nnull\n{"title":"a"}{"title":"b"}\n{"title":"a","upvotes":1,"url":2}';
    expect(issuesOf(NDJSON, text)).toEqual([
      [1, undefined, 'malformed_json'],
      [2, undefined, 'invalid_body'],
      [3, undefined, 'invalid_body'],
      [4, undefined, 'invalid_body'],
      [5, undefined, 'invalid_body'],
      [6, undefined, 'malformed_json'],
      [7, 'upvotes', 'unknown_field'],
      [7, 'url', 'unknown_field'],
    ]);
  });

  it('cannot set a prototype', () => {
    const text =
      '{"title":"a","__proto__":{"status":"new"}}\n{"title":"a","constructor":{"prototype":1}}\n{"toString":1}';
    expect(issuesOf(NDJSON, text)).toEqual([
      [1, '__proto__', 'unknown_field'],
      [2, 'constructor', 'unknown_field'],
      [3, 'toString', 'unknown_field'],
    ]);
  });

  it('has its long names cut and its API keys masked', () => {
    const key = `fb_live_${'a'.repeat(38)}`;
    const [row] = read(NDJSON, JSON.stringify({ title: 'T', ['😀'.repeat(70)]: 1, [key]: 2 }));
    expect(row!.issues.map(({ param }) => param)).toEqual(['😀'.repeat(64), 'fb_live_…']);
  });

  it.each(['\n', ' \r\n'])('can have millions of blank lines without slowing the import (%j)', (line) => {
    const microseconds = () => {
      const file = new ImportFile(NDJSON);
      const before = process.cpuUsage();
      for (let i = 0; i < 128; i++) expect([...file.push(Buffer.alloc(65_536, line))]).toEqual([]);
      expect([...file.push(Buffer.from(' {"title":"a"}\n'))]).toHaveLength(1);
      return process.cpuUsage(before).user;
    };
    // The fastest of three: other threads of the process, such as those of the garbage collector, count too.
    expect(Math.min(microseconds(), microseconds(), microseconds())).toBeLessThan(2_000_000);
  });

  it('reports at most 20 unknown fields per line', () => {
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`f${i}`, 1]));
    const [row] = read(NDJSON, JSON.stringify({ ...many, title: 'a' }));
    expect(row!.issues.map(({ param }) => param)).toEqual(Object.keys(many).slice(0, 20));
  });

  it('reports a line with too many values', () => {
    const [row] = read(NDJSON, `{"title":[${'1,'.repeat(10_000)}1]}`);
    expect(row!.issues).toEqual([{ code: 'invalid_body', message: 'Line has more than 10000 values' }]);
  });

  it('is rejected if it is not UTF-8 or has no rows', () => {
    expect(errorMessageOf(NDJSON, Buffer.from('{"title":"a"}\n\n{"title":"\xff"}', 'latin1'))).toBe(
      'Line 3: Request body is not valid UTF-8',
    );
    for (const text of ['', '\n', ' \r\n\t\n', '\ufeff']) {
      expect(errorMessageOf(NDJSON, text)).toBe('Request body must have at least one row');
    }
  });

  it.each([1, 1000, Infinity])('has an error for a line that is too long (chunks of %d KiB)', (size) => {
    const most = `{"title":"a","description":"${'x'.repeat(LINE_BYTES_MAX - 30)}"}`;
    expect(Buffer.byteLength(most)).toBe(LINE_BYTES_MAX);
    const text = `{"title":"a"}\n${most}\n${most.replace('x', 'xx')}\n{"title":"b"}`;
    const rows = read(NDJSON, text, size * 1024);
    expect(rows.map((row) => [row.line, row.issues.map(({ code }) => code)])).toEqual([
      [1, []],
      [2, []],
      [3, ['too_long']],
      [4, []],
    ]);
  });

  it('does not fill the memory with an endless line', () => {
    const file = new ImportFile(NDJSON);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 500; i++) expect([...file.push(Buffer.alloc(65_536, 'x'))]).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    expect([...file.end()].map(({ issues }) => issues[0]!.code)).toEqual(['too_long']);
  });
});

const separated = (found: string) =>
  `Fields must be separated by commas, not ${found}: save the file with commas, or import it in the dashboard, which ` +
  'accepts both';

describe('a CSV file', () => {
  it('has a header row with columns in any order', () => {
    expect(read(CSV, 'status,title\r\nnew,a\r\n\r\nplanned,"b\r\nc"\r\nnew,d')).toEqual([
      { line: 2, values: { status: 'new', title: 'a' }, issues: [] },
      { line: 4, values: { status: 'planned', title: 'b\r\nc' }, issues: [] },
      { line: 6, values: { status: 'new', title: 'd' }, issues: [] },
    ]);
  });

  it('can have blank lines, a byte order mark, a quoted header row, and no final line break', () => {
    expect(values(CSV, '\ufeff"title"\na')).toEqual([{ title: 'a' }]);
    expect(values(CSV, '\ufefftitle\na\n\n')).toEqual([{ title: 'a' }]);
    expect(values(CSV, '\n\r\ntitle\r\na\r\n')).toEqual([{ title: 'a' }]);
    expect(values(CSV, 'title\r\n')).toEqual([]);
  });

  it('has null for an empty field, and an empty description for an empty field in quotes', () => {
    expect(values(CSV, 'title,description,status\r\n,,\r\n"","",""')).toEqual([
      { title: null, description: null, status: null },
      { title: null, description: '', status: null },
    ]);
  });

  it('can have spaces around quoted fields', () => {
    const file = 'title,description\n"a" , "b, ""c"""  \r\n  "d"  ,  e \n"f" ,\n';
    for (const size of [1, Infinity]) {
      expect(values(CSV, file, size)).toEqual([
        { title: 'a', description: 'b, "c"' },
        { title: 'd', description: '  e ' },
        { title: 'f', description: null },
      ]);
    }
    expect(errorMessageOf(CSV, 'title,status\n"a" ;"new"')).toBe(`Line 2: ${separated('semicolons')}`);
  });

  it('keeps apostrophes in a file that is not an export', () => {
    expect(values(CSV, `title,description\n'=1,"a\n'-v"`)).toEqual([{ title: "'=1", description: "a\n'-v" }]);
  });

  it('has the first apostrophe before a formula removed if it is an export', () => {
    const file = `${CSV_COLUMNS.join()}\n,'=1,''@a,'+a@b.c,,,,,'=1,,0,1,0,'=x,'+Ada,https://a.example/;'=1,`;
    expect(values(CSV, file)).toMatchObject([
      {
        title: '=1',
        description: "'@a",
        submitter_email: '+a@b.c',
        external_id: '=1',
        tags: '=x',
        links: 'https://a.example/;=1',
      },
    ]);
  });

  it('recognizes an export of a release without external IDs', () => {
    const columns = 'id,title,description,submitter_email,status,source,created_at,updated_at';
    expect(values(CSV, `${columns}\n,'=1,''@a,,,,,`)).toMatchObject([{ title: '=1', description: "'@a" }]);
  });

  it('reports rows with too many or too few fields', () => {
    expect(issuesOf(CSV, 'title,status\na\nb,new\nc,new,x\n')).toEqual([
      [2, undefined, 'wrong_field_count'],
      [4, undefined, 'wrong_field_count'],
    ]);
  });

  it.each([
    ['title,upvotes,title\na,1,b', `Line 1: Unknown column: upvotes ${ALLOWED}`],
    ['\ntitle,title\n', 'Line 2: Column must not be repeated: title'],
    ['status\nnew', 'Line 1: Missing required column: title'],
    ['Title\na', `Line 1: Unknown column: Title ${ALLOWED}`],
    ['title,\na,', `Line 1: Unknown column:  ${ALLOWED}`],
    ['title;status\na;new', `Line 1: ${separated('semicolons')}`],
    ['\ntitle\tstatus\r\na\tnew', `Line 2: ${separated('tabs')}`],
    ['title|status\na|new', `Line 1: ${separated('pipes')}`],
    ['"title";"status"\n"a";"new"', `Line 1: ${separated('semicolons')}`],
    ['title,status\n"a"\t"new"', `Line 2: ${separated('tabs')}`],
    ['', 'Request body must have at least one row'],
    ['\r\n', 'Request body must have at least one row'],
  ])('%j is rejected: %s', (text, message) => expect(errorMessageOf(CSV, text)).toBe(message));

  it('can have only a header row', () => {
    for (const text of ['title', 'title\r\n', '\ufefftitle,status\r\n\r\n'])
      expect(read(CSV, text)).toEqual([]);
  });

  it('reports at most 20 unknown columns', () => {
    const columns = Array.from({ length: 20_000 }, (_, i) => `f${i}`);
    let rejected: unknown;
    try {
      read(CSV, `${columns.join()}\n`);
    } catch (error) {
      rejected = error;
    }
    const params = (rejected as DomainError).facts.issues!.map(({ param }) => param);
    expect(params).toEqual([...columns.slice(0, 20), 'title']);
  });

  it('is rejected if the header row is too long', () => {
    expect(errorMessageOf(CSV, `${'x'.repeat(LINE_BYTES_MAX + 1)}\n`)).toBe(
      'Line 1: The header row is too long',
    );
  });

  it.each([
    ['a quote inside a field', 'title\na\nb "c" d\n', 3],
    ['text after quotes', 'title\n"a"b\n', 2],
    ['quotes that never end', 'title\na\n"b\nc\nd\n', 3],
    ['text after quotes and a space', 'title\n"a" b\n', 2],
    ['quotes after quotes and a space', 'title\n"a" "b"\n', 2],
    ['a quote after a lone carriage return', 'title,description\na,\r"b\nc"\n', 2],
    ['a lone carriage return after quotes', 'title,description\n"a"\r,b\n', 2],
    ['two carriage returns after quotes', 'title\n"a"\r\r\n', 2],
  ])('is rejected with %s', (_, text, line) => {
    expect(errorMessageOf(CSV, text)).toBe(
      `Line ${line}: Request body is not valid CSV: enclose fields that contain quotes in quotes, and double the inner quotes`,
    );
  });

  it('is rejected if it is not UTF-8', () => {
    expect(errorMessageOf(CSV, Buffer.from('title\na\n\xe9\n', 'latin1'))).toBe(
      'Line 3: Request body is not valid UTF-8',
    );
  });

  it('has an error for a record that is too long, even with many lines', () => {
    const long = `"${'x\n'.repeat(LINE_BYTES_MAX / 2)}"`;
    const rows = read(CSV, `title\na\n${long}\nb\n`, 1000);
    expect(rows.map(({ line, issues }) => [line, issues.length])).toEqual([
      [2, 0],
      [3, 1],
      [LINE_BYTES_MAX / 2 + 4, 0],
    ]);
  });

  const text = fc.string({ unit: fc.constantFrom(...'a,"\n\r\'= é😀\t'), maxLength: 8 });
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const plain = (field: string) => (/[",\r\n]/.test(field) ? quoted(field) : field);

  it('is parsed like csv-parse does, in chunks of any size', () => {
    const record = fc.tuple(text, text, fc.boolean());
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.integer({ min: 1, max: 30 }), (records, size) => {
        const file = [
          'title,description',
          ...records.map(([a, b, all]) => [a, b].map(all ? quoted : plain).join()),
        ];
        const bytes = `${file.join('\r\n')}\r\n`;
        const expected = parse(bytes, {
          columns: true,
          skip_empty_lines: true,
          record_delimiter: '\r\n',
          info: true,
        });
        const rows = read(CSV, bytes, size);
        const found = rows.map((row) => [row.values!.title ?? '', row.values!.description ?? '']);
        expect(found).toEqual(
          (expected as unknown as { record: Record<string, string> }[]).map(
            ({ record: { title, description } }) => [title!, description!],
          ),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('restores every text that an export protected and quoted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(text), { minLength: 1 }),
        fc.integer({ min: 1, max: 30 }),
        (texts, size) => {
          const cell = (one: string | null) => (one === null ? '' : quoted(guarded(one)));
          const file = texts.map((one) => `,T,${cell(one)},,,,,,,,0,1,0,,,,\r\n`).join('');
          const rows = read(CSV, `${CSV_COLUMNS.join()}\r\n${file}`, size);
          expect(rows.map((row) => row.values!.description)).toEqual(texts);
        },
      ),
    );
  });
});
