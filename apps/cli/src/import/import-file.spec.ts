import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jsonResponse, errorResponse } from '@libs/api-client/testing';
import { runCli as runs, terminalInput, type ContextOverrides } from '../../testing/items';

const ROWS = '{"title":"one"}\n{"title":"two"}\n';
const EMPTY_REPORT = { dry_run: false, existing: 0, repeated: 0, failed: 0, errors: [], repeats: [] };
const report = (more: object = {}) =>
  jsonResponse({ data: { ...EMPTY_REPORT, rows: 2, created: 2, ...more } });
const rowError = (line: number) => ({
  line,
  param: 'title',
  code: 'empty_value',
  message: `Line ${line}: Field must not be empty: title`,
});
const rowErrors = (count: number) => Array.from({ length: count }, (_, n) => rowError(n + 1));

async function runImport(
  command: readonly string[],
  steps: Parameters<typeof runs>[1],
  overrides: ContextOverrides = {},
) {
  const done = await runs(['import', ...command], steps, overrides);
  return Object.assign(done, { texts: done.requests.map(({ text }) => text) });
}

/** import.md 10 */
describe('feedback import', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-import-'));
    file = join(folder, 'rows.ndjson');
    writeFileSync(file, ROWS);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('uploads a file unchanged and prints the result', async () => {
    const { code, stdout, stderr, requests, texts } = await runImport(
      [file],
      [report({ created: 1, existing: 1 })],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('Rows           2\nCreated        1\nExisting       1\nSkipped        0\n');
    expect(texts).toEqual([ROWS]);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/feedback/import' });
    expect(requests[0]!.headers.get('content-type')).toBe('application/x-ndjson');
  });

  it('sends its flags as parameters and its format as the content type', async () => {
    const { requests } = await runImport(
      [file, '--dry-run', '--skip-invalid', '--format', 'csv'],
      [report()],
    );
    expect(requests[0]!.path).toBe('/feedback/import?dry_run=true&skip_invalid=true');
    expect(requests[0]!.headers.get('content-type')).toBe('text/csv');
    const off = await runImport([file, '--dry-run=false'], [report()]);
    expect(off.requests[0]!.path).toBe('/feedback/import');
  });

  it('imports requests with --requests', async () => {
    const { code, requests } = await runImport(
      [file, '--requests', '--dry-run'],
      [report({ dry_run: true })],
    );
    expect([code, requests[0]!.path]).toEqual([0, '/feedback/import/requests?dry_run=true']);
  });

  it.each([['-'], []])('reads standard input: %j', async (...name) => {
    const { code, texts } = await runImport([...name, '--format', 'ndjson'], [report()], { stdin: ROWS });
    expect([code, texts]).toEqual([0, [ROWS]]);
  });

  it.each([
    ['a brace', ROWS, 'application/x-ndjson'],
    ['a byte order mark, spaces, and a brace', `\ufeff \n${ROWS}`, 'application/x-ndjson'],
    ['a column name', 'title\none\n', 'text/csv'],
    ['a byte order mark and a column name', '\ufeff"title"\none\n', 'text/csv'],
    ['nothing', '', 'application/x-ndjson'],
  ])('detects the format of standard input by its first character: %s', async (_, text, type) => {
    for (const chunks of [[text], [...text]]) {
      const stdin = Readable.from(chunks.filter(Boolean).map((chunk) => Buffer.from(chunk)));
      const { texts, requests } = await runImport([], [report()], { stdin });
      expect(requests[0]!.headers.get('content-type')).toBe(type);
      expect(texts[0]!.replace('\ufeff', '')).toBe(text.replace('\ufeff', ''));
    }
    const result = await runImport(['--format', 'csv'], [report()], { stdin: text });
    expect(result.requests[0]!.headers.get('content-type')).toBe('text/csv');
  });

  it('prompts for rows on a terminal, but only if - is given', async () => {
    const overrides = { stdin: terminalInput(ROWS), terminal: 80 };
    const { stderr, texts } = await runImport(['-', '--format', 'ndjson'], [report()], overrides);
    expect(stderr).toContain('Reading rows from standard input; press Ctrl-D to finish\n');
    expect(texts).toEqual([ROWS]);
    expect((await runImport([], [], { stdin: terminalInput(ROWS), terminal: 80 })).code).toBe(2);
  });

  it('prints the API response with --json', async () => {
    const { stdout } = await runImport([file, '--json'], [report()]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { rows: 2, created: 2 } });
  });

  it('counts rows that repeat an earlier row of the file and names their lines', async () => {
    const repeats = [{ line: 5, first_line: 2 }];
    const steps = [report({ existing: 3, repeated: 1, repeats })];
    const { code, stdout, stderr } = await runImport([file], steps);
    expect([code, stderr]).toEqual([0, '  Line 5: duplicate of line 2\n']);
    expect(stdout).toContain('Existing       2\nRepeated       1\nSkipped        0\n');
    expect((await runImport([file, '--json'], steps)).stderr).toBe('');
  });

  it('exits with 5 if rows were skipped and prints the first errors', async () => {
    const { code, stdout, stderr } = await runImport(
      [file, '--skip-invalid'],
      [report({ failed: 25, errors: rowErrors(25) })],
    );
    expect(code).toBe(5);
    expect(stdout).toContain('Skipped        25\n');
    expect(stderr.match(/Line \d+/g)).toEqual(rowErrors(20).map(({ line }) => `Line ${line}`));
    expect(stderr).toContain('and more');
    expect(stderr).toMatch(/\n25 rows were skipped\n$/);
    expect(stderr).not.toContain('Error');
    const { stderr: singleRowOutput } = await runImport(
      [file, '--skip-invalid'],
      [report({ failed: 1, errors: rowErrors(1) })],
    );
    expect(singleRowOutput).toMatch(/\n1 row was skipped\n$/);
    const asJson = await runImport(
      [file, '--json', '--skip-invalid'],
      [report({ failed: 25, errors: rowErrors(25) })],
    );
    expect((JSON.parse(asJson.stdout) as { data: { errors: unknown[] } }).data.errors).toHaveLength(25);
    expect([asJson.code, asJson.stderr]).toEqual([5, '']);
    const tried = report({ dry_run: true, failed: 2, errors: rowErrors(2) });
    const dry = await runImport([file, '--skip-invalid', '--dry-run'], [tried]);
    expect([dry.code, dry.stderr.split('\n').at(-2)]).toEqual([5, '2 rows would be skipped']);
  });

  it('exits with 5 if a dry run finds invalid rows', async () => {
    const { code, stdout, stderr } = await runImport(
      [file, '--dry-run'],
      [report({ dry_run: true, created: 1, failed: 1, errors: rowErrors(1) })],
    );
    expect(code).toBe(5);
    expect(stdout).toBe('Rows           2\nNew            1\nExisting       0\nInvalid        1\n');
    expect(stderr).toContain('1 row would be rejected');
  });

  it('names the invalid lines if nothing was imported and suggests a fix', async () => {
    const rejection = errorResponse(
      400,
      'empty_value',
      {},
      { type: 'validation_error', message: rowError(1).message, details: rowErrors(2) },
    );
    const { code, stdout, stderr } = await runImport([file], [rejection]);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toMatch(/Line 1: .*\n.*Line 2: .*\nError: Nothing was imported.*\n.*--skip-invalid/);
    const asJson = await runImport([file, '--json'], [rejection]);
    expect(JSON.parse(asJson.stderr)).toMatchObject({
      error: { code: 'empty_value', details: rowErrors(2) },
    });
  });

  it('suggests fixing the header for invalid column names, not --skip-invalid', async () => {
    const details = ['Unknown column: Titel', 'Missing required column: title'].map((message) => ({
      param: 'title',
      code: 'unknown_field',
      message: `Line 1: ${message}`,
    }));
    const step = errorResponse(
      400,
      'unknown_field',
      {},
      { type: 'validation_error', message: 'No', details },
    );
    const { code, stderr } = await runImport([file], [step]);
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /Line 1: Unknown column: Titel\n.*Missing required column: title\nError: Nothing was/,
    );
    expect(stderr).toContain('Fix the header. Columns: ');
    expect(stderr).toContain('submitter_email');
    expect(stderr).not.toContain('--skip-invalid');
    const short = {
      code: 'wrong_field_count',
      message: 'Line 3: Line has 1 field, but the header has 2 columns',
    };
    const wrongFieldCount = errorResponse(
      400,
      'wrong_field_count',
      {},
      { type: 'validation_error', details: [short] },
    );
    expect((await runImport([file], [wrongFieldCount])).stderr).toContain('--skip-invalid');
  });

  it('prints the error of the service for an invalid file', async () => {
    const rejection = errorResponse(
      400,
      'invalid_encoding',
      {},
      { type: 'validation_error', message: 'Not UTF-8' },
    );
    const { code, stderr } = await runImport([file], [rejection]);
    expect([code, stderr.split('\n')[0]]).toEqual([5, 'Error: Not UTF-8']);
  });

  it('converts a file and standard input from the encoding', async () => {
    const csv = join(folder, 'rows.csv');
    const polish = Buffer.from('title\n\xaf\xf3\xb3ty\n', 'latin1');
    writeFileSync(csv, polish);
    const busy = errorResponse(
      429,
      'import_in_progress',
      { 'retry-after': '0' },
      { type: 'rate_limit_error' },
    );
    const fromFile = await runImport([csv, '--encoding', 'windows-1250'], [busy, report()]);
    expect([fromFile.code, fromFile.texts]).toEqual([0, ['title\nŻółty\n', 'title\nŻółty\n']]);
    const stdin = Readable.from(Array.from(polish, (byte) => Buffer.of(byte)));
    const piped = await runImport(['--encoding=Windows-1250'], [report()], { stdin });
    expect(piped.texts).toEqual(['title\nŻółty\n']);
    expect(piped.requests[0]!.headers.get('content-type')).toBe('text/csv');
    writeFileSync(csv, Buffer.from('title\n\x80 \x92\n', 'latin1'));
    expect((await runImport([csv, '--encoding', 'windows-1252'], [report()])).texts).toEqual([
      'title\n€ ’\n',
    ]);
    writeFileSync(csv, Buffer.from('\ufefftitle\nŻółty\n', 'utf16le'));
    expect((await runImport([csv, '--encoding', 'utf-16'], [report()])).texts).toEqual(['title\nŻółty\n']);
  });

  it('rejects an unknown encoding, and input that is not in the encoding', async () => {
    const unknown = await runImport([file, '--encoding', 'utf-7'], []);
    expect([unknown.code, unknown.requests]).toEqual([2, []]);
    expect(unknown.stderr).toContain("argument 'utf-7' is invalid. Use a name such as windows-1252,");
    const chinese = Buffer.from('title\n\xc4 \n', 'latin1');
    writeFileSync(file, chinese);
    const { code, stderr, requests } = await runImport([file, '--encoding', 'gbk'], []);
    expect([code, requests]).toEqual([5, []]);
    expect(stderr).toMatch(/^Error: .*rows\.ndjson is not in the encoding gbk\n/);
    const piped = await runImport(['-', '--encoding', 'gbk'], [report()], {
      stdin: Readable.from([chinese]),
    });
    expect([piped.code, piped.stderr.split('\n')[0]]).toEqual([
      5,
      'Error: Standard input is not in the encoding gbk',
    ]);
  });

  it('suggests --encoding for a file that is not UTF-8', async () => {
    const message = 'Line 2: Request body is not valid UTF-8';
    const rejection = errorResponse(400, 'invalid_encoding', {}, { type: 'validation_error', message });
    const { code, stderr } = await runImport([file], [rejection]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^Error: Line 2: Request body is not valid UTF-8\n.*--encoding/);
  });

  it('retries a file, but not piped input, while another import is running', async () => {
    const busy = errorResponse(
      429,
      'import_in_progress',
      { 'retry-after': '0' },
      { type: 'rate_limit_error' },
    );
    const retried = await runImport([file], [busy, report()]);
    expect([retried.code, retried.texts]).toEqual([0, [ROWS, ROWS]]);
    expect((await runImport(['-', '--format', 'csv'], [busy, report()], { stdin: ROWS })).code).toBe(6);
  });

  it.each([
    ['missing.csv', 1, 'no such file or folder'],
    ['.', 1, 'it is a folder'],
    ['rows.xlsx', 2, 'Unknown file extension'],
    ['rows.json', 2, 'JSON files cannot be imported: use NDJSON\nExport with --format ndjson, or'],
  ])('rejects %s without sending a request', async (name, exit, message) => {
    const format = name === '.' ? ['--format', 'csv'] : [];
    const { code, stderr, requests } = await runImport([join(folder, name), ...format], []);
    expect([code, requests]).toEqual([exit, []]);
    expect(stderr).toContain(message);
  });

  it('shows upload progress on a terminal and removes it at the end', async () => {
    let at = 0;
    const overrides = { terminal: 80, now: () => new Date((at += 200)) };
    const { stderr } = await runImport([file], [report()], overrides);
    expect(stderr).toBe('\r\x1b[2K32 B sent, waiting for the service\r\r\x1b[2K');
    writeFileSync(file, ROWS.repeat(5000));
    const unchanged = await runImport([file], [report()], { ...overrides, now: () => new Date(0) });
    expect(unchanged.stderr).toMatch(
      /^\r\x1b\[2K\[#+ +\] 40% .*\r\r\x1b\[2K160\.0 KB sent, waiting for the service\r\r\x1b\[2K$/,
    );
    const stdin = Readable.from([Buffer.from(ROWS.slice(0, 10)), Buffer.from(ROWS.slice(10))]);
    const piped = await runImport(['-', '--format', 'ndjson'], [report()], { ...overrides, stdin });
    expect(piped.stderr).toBe('\r\x1b[2K10 B sent\r\r\x1b[2K32 B sent\r\r\x1b[2K');
    const latin = ['-', '--format', 'ndjson', '--encoding', 'windows-1252'];
    const decoded = { ...overrides, stdin: Readable.from([Buffer.from('{"title":"é"}', 'latin1')]) };
    expect((await runImport(latin, [report()], decoded)).stderr).toContain('14 B sent');
  });
});
