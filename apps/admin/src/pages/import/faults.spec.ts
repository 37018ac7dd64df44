import { problemOf, problemsCsv, wordsOfRow } from './faults';
import { readTable } from './table';

describe('what is wrong with a row', () => {
  it('is told before it is sent', () => {
    expect(wordsOfRow({ title: 'Dark mode', created_at: '2024-05-01T10:00:00.000Z' })).toEqual([]);
    expect(
      wordsOfRow({
        title: ' ',
        description: 'x'.repeat(10_001),
        submitter_email: 'nobody',
        created_at: 'soon',
        updated_at: '2024-05-01',
      }),
    ).toEqual([
      'There is no title.',
      'The description is longer than 10,000 characters.',
      'The submitter’s e-mail is no e-mail address.',
      'The date of creation cannot be read.',
      'The date of the last update cannot be read.',
    ]);
  });

  it('is told by the line of the file that was chosen', async () => {
    const table = await readTable(new Blob(['title\n"Dark\nmode"\n\nB\n']));
    const fault = { line: 2, param: 'submitter_email', code: 'invalid_format', message: 'Line 2: Invalid …' };
    expect(problemOf(fault, table, 0)).toEqual({
      line: 5,
      field: 'Submitter’s e-mail',
      words: 'The submitter’s e-mail is no e-mail address.',
      title: 'B',
    });
    expect(problemOf({ ...fault, line: 1 }, table, 0)).toMatchObject({ line: 2, title: 'Dark mode' });
  });

  it('is in the words of the service where there are none of our own', async () => {
    const table = await readTable(new Blob(['title\nA\n']));
    const unknown = { line: 1, param: 'toString', code: 'valueOf', message: 'Line 1: Something new' };
    expect(problemOf(unknown, table, null)).toEqual({
      line: 2,
      field: 'toString',
      words: 'Something new',
      title: '',
    });
    expect(problemOf({ ...unknown, param: null, line: 9 }, table, null)).toMatchObject({
      line: 9,
      field: '',
    });
  });

  it('comes as a file that no spreadsheet calculates', () => {
    const csv = problemsCsv([{ line: 7, field: 'Title', words: 'Too "long"', title: '=1+1' }]);
    expect(csv).toBe(`"line","field","problem","title"\r\n"7","Title","Too ""long""","'=1+1"\r\n`);
  });
});
