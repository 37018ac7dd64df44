import { readTable } from '../file/table';
import { areComplete, guessPrefix, matchVoterColumns, voterRows } from './voter-rows';

const tableOf = (text: string) => readTable(new Blob([text]));

/** import.md 9 */
describe('voterRows', () => {
  it('maps the votes of a Quackback export', async () => {
    const table = await tableOf(
      'id,post_id,voter_email,source_type,created_at\nvote_1,post_01,ada@example.com,,2025-01-15T10:30:00.000Z\n',
    );
    const columns = matchVoterColumns(table);
    expect(guessPrefix(table)).toBe('quackback');
    const row = { email: 'ada@example.com', created_at: '2025-01-15T10:30:00.000Z' };
    expect([...voterRows(table, columns, 'quackback')]).toEqual([
      { external_id: 'quackback:post_01', ...row },
    ]);
    expect([...voterRows(table, columns, '')]).toEqual([{ external_id: 'post_01', ...row }]);
  });

  it('maps titles, people, and companies, and leaves out empty cells', async () => {
    const table = await tableOf(
      'Post title;Name;Email;Company;MRR;Voted at\nDark mode;Ada;ada@example.com;Acme;€1.200,50;31.12.2024\nExport;;;;;\n',
    );
    expect(guessPrefix(table)).toBe('');
    expect([...voterRows(table, matchVoterColumns(table), 'canny')]).toEqual([
      {
        title: 'Dark mode',
        name: 'Ada',
        email: 'ada@example.com',
        company: 'Acme',
        value: '1200.5',
        created_at: '2024-12-31T00:00:00.000Z',
      },
      { title: 'Export' },
    ]);
  });

  it('keeps an external ID that has the prefix already', async () => {
    const table = await tableOf('external_id,email\ncanny:1,a@b.co\n');
    expect([...voterRows(table, matchVoterColumns(table), 'canny')]).toMatchObject([
      { external_id: 'canny:1' },
    ]);
  });

  it.each([
    ['email,company', false],
    ['title,company', false],
    ['title,email', true],
    ['post_id,votes', true],
    ['feedback_id,name', true],
  ])('with the columns %s, knows whether they are complete: %s', async (names, expected) => {
    expect(areComplete(matchVoterColumns(await tableOf(`${names}\na,b\n`)))).toBe(expected);
  });

  it('takes columns with other names that were chosen', async () => {
    const table = await tableOf('Wish,Who\nDark mode,ada@b.co\n');
    const columns = { ...matchVoterColumns(table), title: 0, email: 1 };
    expect([...voterRows(table, columns, '')]).toEqual([{ title: 'Dark mode', email: 'ada@b.co' }]);
  });
});
