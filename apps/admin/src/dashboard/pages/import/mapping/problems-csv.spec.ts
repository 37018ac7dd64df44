import fc from 'fast-check';
import type { RowProblem } from '../row-problems';
import { problemsCsv } from './problems-csv';
import { readTable, type Table } from '../file/table';

const problem = (row: number, line: number, text: string): RowProblem => ({ row, line, text, title: '' });

describe('problemsCsv', () => {
  it('contains each rejected row once with its problems, guarded against formulas', async () => {
    const table = await readTable(new Blob(['id,title,body\n1,Good,\n2,,"=1+1 ""x"""\n3,=A1,\n']));
    const problems = [problem(1, 3, 'No title.'), problem(1, 3, 'No date.'), problem(2, 4, 'Too long.')];
    expect(problemsCsv(problems, table).split('\r\n')).toEqual([
      '"id","title","body","import_line","import_problem"',
      `"2",,"'=1+1 ""x""","3","No title. No date."`,
      `"3","'=A1",,"4","Too long."`,
      '',
    ]);
  });

  it('gives the same rows and columns when it is read again', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', "'", '=', '-', '@', '"', ',', ';', '\t', '\r', '\n', '😀', ' '),
      maxLength: 6,
    });
    const cells = fc.tuple(
      text.filter((one) => one !== ''),
      fc.option(text),
      fc.option(text),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 4 }), async (rows) => {
        const table: Table = {
          kind: 'csv',
          encoding: 'utf-8',
          columns: ['id', 'title', 'body'],
          rows,
          lines: rows.map((_, at) => at + 2),
          first: { cells: ['id', 'title', 'body'], line: 1, isData: false },
        };
        const problems = rows.map((_, at) => problem(at, at + 2, 'Bad.'));
        const again = await readTable(new Blob([problemsCsv(problems, table)]));
        expect([again.columns, again.rows, again.first]).toEqual([table.columns, rows, table.first]);
      }),
    );
  });
});
