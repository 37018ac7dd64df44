import { toProblem, toRepeatProblem, rowIssues } from './row-problems';
import { readTable } from './file/table';

describe('rowIssues, toProblem, and toRepeatProblem', () => {
  it('rowIssues returns a message for each invalid field', () => {
    expect(rowIssues({ title: 'Dark mode', created_at: '2024-05-01T10:00:00.000Z' })).toEqual([]);
    expect(
      rowIssues({
        title: ' ',
        description: 'x'.repeat(10_001),
        submitter_email: 'invalid',
        created_at: 'soon',
        updated_at: '2024-05-01',
      }),
    ).toEqual([
      'Title is missing.',
      'Description is longer than 10,000 characters.',
      'Submitter email isn’t valid.',
      'Creation date isn’t valid.',
      'Last update date isn’t valid.',
    ]);
  });

  it('toProblem returns the line in the chosen file', async () => {
    const table = await readTable(new Blob(['title\n"Dark\nmode"\n\nB\n']));
    const error = { line: 2, param: 'submitter_email', code: 'invalid_format', message: 'Line 2: Invalid …' };
    expect(toProblem(error, table, 0)).toEqual({
      row: 1,
      line: 5,
      text: 'Submitter email isn’t valid.',
      title: 'B',
    });
    expect(toProblem({ ...error, line: 1 }, table, 0)).toMatchObject({ line: 2, title: 'Dark mode' });
  });

  it('toProblem falls back to the message of the service', async () => {
    const table = await readTable(new Blob(['title\nA\n']));
    const unknown = { line: 1, param: 'toString', code: 'valueOf', message: 'Line 1: Something new' };
    expect(toProblem(unknown, table, null)).toEqual({
      row: 0,
      line: 2,
      text: 'Something new.',
      title: '',
    });
    expect(toProblem({ ...unknown, param: null, line: 9 }, table, null)).toMatchObject({ line: 9 });
  });

  it.each([
    ['created_at', 'must not be in the future', 'Creation date is in the future.'],
    ['created_at', 'must not be before 1970', 'Creation date is before 1970.'],
    ['updated_at', 'must not be in the future', 'Last update date is in the future.'],
    ['updated_at', 'must not be before 1970', 'Last update date is before 1970.'],
    ['updated_at', 'must not be before created_at', 'Last update date is before the creation date.'],
    ['status', 'must be one of new, planned', 'Status must be New, Planned, Building, Shipped, or Declined.'],
    ['source', 'must be one of form, api', 'Source isn’t supported.'],
    ['id', 'must be the ID of an exported item', 'ID doesn’t match the ID in the export.'],
  ])('toProblem explains the requirement: %s %s', async (param, requirement, expected) => {
    const table = await readTable(new Blob(['title\nA\n']));
    const message = `Line 1: Invalid value for ${param}: ${requirement}`;
    expect(toProblem({ line: 1, param, code: 'invalid_value', message }, table, 0).text).toBe(expected);
  });

  it('rowIssues rejects a time in the future', () => {
    const now = new Date('2026-03-03T10:00:00Z');
    const row = { title: 'A', created_at: '2026-03-04T10:00:00.000Z' };
    expect(rowIssues(row, now)).toEqual(['Creation date is in the future.']);
  });

  it('toRepeatProblem refers to the line of the earlier row in the file', async () => {
    const table = await readTable(new Blob(['id,title\n7,A\n\n7,B\n']));
    expect(toRepeatProblem({ line: 2, first_line: 1 }, table, 1)).toEqual({
      row: 1,
      line: 4,
      text: 'Has the same ID as line 2. Only that line is imported.',
      title: 'B',
    });
  });
});
