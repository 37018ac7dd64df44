import { buildImportBody } from './import-body';
import { guessMapping } from './mapping/mapping';
import { readTable } from './file/table';

const tableOf = (rows: number) =>
  readTable(new Blob([`title\n${Array.from({ length: rows }, (_, at) => `Title ${at}\n`).join('')}`]));

describe('buildImportBody', () => {
  it('writes one line per row of the file, in order', async () => {
    const table = await tableOf(601);
    const seen: number[] = [];
    const body = await buildImportBody(table, guessMapping(table), { onProgress: (rows) => seen.push(rows) });
    const lines = (await body.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(
      table.rows.map(([title]) => title),
    );
    expect(seen).toEqual([250, 500]);
    expect(body.type).toBe('application/x-ndjson');
  });

  it('can be aborted', async () => {
    const table = await tableOf(600);
    const stop = new AbortController();
    const writing = buildImportBody(table, guessMapping(table), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws if the body is larger than the maximum', async () => {
    const table = await tableOf(1_000);
    const size = (await buildImportBody(table, guessMapping(table))).size;
    const bounded = (maxBytes: number) => buildImportBody(table, guessMapping(table), { maxBytes });
    expect((await bounded(size)).size).toBe(size);
    await expect(bounded(Math.ceil(size / 2.5))).rejects.toMatchObject({ code: 'tooLarge', figure: 3 });
  });
});
