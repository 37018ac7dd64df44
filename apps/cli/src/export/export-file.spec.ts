import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorResponse, type Step } from '@libs/api-client/testing';
import { runCli } from '../../testing/items';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A download in these pieces that then ends or breaks. */
const download =
  (chunks: readonly string[], then: 'ends' | 'breaks' = 'ends'): Step =>
  ({ path }) =>
    new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          const [chunk, ...rest] = chunks;
          chunks = rest;
          if (chunk !== undefined) controller.enqueue(bytes(chunk));
          else if (then === 'ends') controller.close();
          else controller.error(new TypeError('terminated'));
        },
      }),
      { headers: { 'content-type': typeOf(path) } },
    );

const TYPES: Readonly<Record<string, string>> = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

const typeOf = (path: string): string =>
  TYPES[new URL(path, 'http://localhost').searchParams.get('format') ?? ''] ?? 'application/json';

describe('feedback export', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-export-'));
    file = join(folder, 'all.csv');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes the export to standard output byte for byte', async () => {
    const { code, stdout, stderr, requests } = await runCli('export', [download(['{"data":[', '"\x1b"]}'])]);
    expect([code, stdout, stderr]).toEqual([0, '{"data":["\x1b"]}', '']);
    expect(requests[0]!.path).toBe('/feedback/export');
    expect((await runCli('export --output -', [download(['x'])])).stdout).toBe('x');
  });

  it('escapes control characters on a terminal and decodes characters across chunks', async () => {
    const { stdout } = await runCli('export --format csv', [download(['a\x1b[2J', 'é\n'])], { terminal: 80 });
    expect(stdout).toBe('a␛[2Jé\n');
  });

  it('sends the format, the filters, and the sort order', async () => {
    const { requests } = await runCli('export --format csv --bom --status new --sort title --q dark', [
      download([]),
    ]);
    expect(requests[0]!.path).toBe('/feedback/export?status=new&q=dark&sort=title&format=csv&bom=true');
  });

  it.each([
    ['all.csv', '?format=csv'],
    ['all.NDJSON', '?format=ndjson'],
    ['all.jsonl', '?format=ndjson'],
    ['all.json', '?format=json'],
    ['all', ''],
  ])('infers the format of %s from the extension', async (name, query) => {
    const { requests } = await runCli(['export', '-o', join(folder, name)], [download([])]);
    expect(requests[0]!.path).toBe(`/feedback/export${query}`);
    const result = await runCli(['export', '-o', join(folder, name), '--format', 'csv'], [download([])]);
    expect(result.requests[0]!.path).toBe('/feedback/export?format=csv');
  });

  it.each(['all.xlsx', 'all.csv.gz'])(
    'rejects the unknown extension of %s without sending a request',
    async (name) => {
      const { code, stderr, requests } = await runCli(['export', '-o', join(folder, name)], [download([])]);
      expect([code, requests, readdirSync(folder)]).toEqual([2, [], []]);
      expect(stderr).toContain('.json, .ndjson, .jsonl, .csv');
      const result = await runCli(['export', '-o', join(folder, name), '--format', 'csv'], [download([])]);
      expect([result.code, readdirSync(folder)]).toEqual([0, [name]]);
    },
  );

  it('replaces an existing file and keeps its mode', async () => {
    writeFileSync(file, 'old', { mode: 0o600 });
    const { code, stdout, stderr } = await runCli(['export', '-o', file], [download(['new', ' file'])]);
    expect([code, stdout, stderr]).toEqual([0, '', `${file}: 8 B\n`]);
    expect(readFileSync(file, 'utf8')).toBe('new file');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['all.csv']);
  });

  it('prints the file and its size with --json', async () => {
    const { stdout, stderr } = await runCli(['export', '--json', '-o', file], [download(['abc'])]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ file, bytes: 3 }, '']);
  });

  it('writes to the target of a symbolic link and keeps the link', async () => {
    writeFileSync(join(folder, 'target.csv'), 'old');
    symlinkSync('target.csv', file);
    await runCli(['export', '-o', file], [download(['new'])]);
    expect(readFileSync(join(folder, 'target.csv'), 'utf8')).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['all.csv', 'target.csv']);
  });

  it('writes to a named pipe without replacing it', async () => {
    execFileSync('mkfifo', [file]);
    const reader = readFile(file, 'utf8');
    expect((await runCli(['export', '-o', file], [download(['x'])])).code).toBe(0);
    expect([await reader, statSync(file).isFIFO(), readdirSync(folder)]).toEqual(['x', true, ['all.csv']]);
  });

  it.each([
    ['is interrupted', download(['half'], 'breaks'), 7],
    ['is rejected', errorResponse(429, 'export_in_progress'), 6],
    ['is a page of another server', () => new Response('<h1>Welcome</h1>'), 1],
  ])('keeps the existing file and leaves no temporary file if the download %s', async (_, step, exit) => {
    writeFileSync(file, 'old');
    const { code, stderr } = await runCli(['export', '-o', file, '--max-wait', '0'], [step]);
    expect(code).toBe(exit);
    expect(stderr).toMatch(/^Error: /);
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['all.csv']]);
  });

  it('keeps the existing file when it is interrupted', async () => {
    writeFileSync(file, 'old');
    const interruption = new AbortController();
    const stops: Step = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(bytes('half'));
            interruption.abort();
            controller.error(interruption.signal.reason);
          },
        }),
        { headers: { 'content-type': 'text/csv' } },
      );
    const { code, stderr } = await runCli(['export', '-o', file], [stops], { signal: interruption.signal });
    expect([code, stderr]).toEqual([130, '']);
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['all.csv']]);
  });

  it('reports a file that it cannot write without sending a request', async () => {
    mkdirSync(join(folder, 'folder'));
    for (const name of ['folder', 'missing/all.csv']) {
      const { code, stderr, requests } = await runCli(['export', '-o', join(folder, name)], [download([])]);
      expect([code, requests]).toEqual([1, []]);
      expect(stderr).toMatch(/^Error: Cannot write .*: (it is a folder|no such file or folder)\n$/);
    }
  });

  it('shows progress on a terminal and removes it at the end', async () => {
    let at = 0;
    const now = () => new Date((at += 200));
    const { stderr } = await runCli(['export', '-o', file], [download(['x'.repeat(1500), 'y'])], {
      terminal: 80,
      now,
    });
    expect(stderr).toMatch(/^\r\x1b\[2K1\.5 KB, .*\/s\r\r\x1b\[2K1\.5 KB, .*\/s\r\r\x1b\[2K/);
    expect(stderr.endsWith(`\r\x1b[2K${file}: 1.5 KB\n`)).toBe(true);
  });
});
