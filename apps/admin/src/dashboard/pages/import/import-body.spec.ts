import { buildImportBody } from './import-body';
import { guessMapping } from './mapping/mapping';
import { readTable } from './file/table';

const tableOf = (rows: number) =>
  readTable(new Blob([`title\n${Array.from({ length: rows }, (_, at) => `Title ${at}\n`).join('')}`]));

describe('what is sent', () => {
  it('has a line for each row of the file, in their order', async () => {
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

  it('can be stopped while it is written', async () => {
    const table = await tableOf(600);
    const stop = new AbortController();
    const writing = buildImportBody(table, guessMapping(table), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is no more than one import takes', async () => {
    const table = await tableOf(1_000);
    const size = (await buildImportBody(table, guessMapping(table))).size;
    const bounded = (maxBytes: number) => buildImportBody(table, guessMapping(table), { maxBytes });
    expect((await bounded(size)).size).toBe(size);
    await expect(bounded(Math.ceil(size / 2.5))).rejects.toMatchObject({ code: 'tooLarge', figure: 3 });
  });
});
