import { exportUrl } from './export';

describe('where an export is', () => {
  it('says the format, and a mark for Excel', () => {
    expect(exportUrl('ndjson')).toBe('/app/api/feedback/export?format=ndjson');
    expect(exportUrl('excel')).toBe('/app/api/feedback/export?format=csv&bom=true');
  });

  it('has the filters and the order of the list, whatever is searched for', () => {
    const url = exportUrl('csv', { status: 'planned', q: 'a&b=ü +', sort: '-title' });
    const query = new URL(url, 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      format: 'csv',
      status: 'planned',
      q: 'a&b=ü +',
      sort: '-title',
    });
  });

  it('has the address that is looked for', () => {
    const url = exportUrl('csv', { submitter_email: 'a+b@example.com', sort: 'title' });
    expect(new URL(url, 'http://localhost').searchParams.get('submitter_email')).toBe('a+b@example.com');
  });
});
