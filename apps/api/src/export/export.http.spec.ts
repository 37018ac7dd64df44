import { exportRequest } from './export.http';

/** export.md 1 */
describe('exportRequest', () => {
  it('has the filters of the dashboard for a member', () => {
    expect(exportRequest({ format: 'csv', source: 'form', assignee: 'me' }, 'ada')).toMatchObject({
      format: 'csv',
      selection: { source: 'form', assigneeId: 'ada', searchesSenders: true },
    });
  });

  it('has those of the API for a key', () => {
    expect(exportRequest({ q: 'ada' }).selection).not.toHaveProperty('searchesSenders');
    for (const name of ['source', 'import', 'assignee'])
      expect(() => exportRequest({ [name]: 'form' })).toThrow(`Unknown query parameter: ${name}`);
  });
});
