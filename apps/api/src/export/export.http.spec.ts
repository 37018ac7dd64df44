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
    expect(() => exportRequest({ import: 'x' })).toThrow('Unknown query parameter: import');
    expect(() => exportRequest({ assignee: 'me' })).toThrow('must be none or the ID of a member');
  });
});
