import { exportUrl } from './export';

describe('exportUrl', () => {
  it('contains the format, and a byte order mark for Excel', () => {
    expect(exportUrl('ndjson')).toBe('/app/api/feedback/export?format=ndjson');
    expect(exportUrl('excel')).toBe('/app/api/feedback/export?format=csv&bom=true');
  });

  it('contains the filters and the order of the list', () => {
    const url = exportUrl('csv', { status: 'planned', q: 'a&b=ü +', sort: '-title' });
    const query = new URL(url, 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      format: 'csv',
      status: 'planned',
      q: 'a&b=ü +',
      sort: '-title',
    });
  });

  it('contains the email address of the filter', () => {
    const url = exportUrl('csv', { submitter_email: 'a+b@example.com', sort: 'title' });
    expect(new URL(url, 'http://localhost').searchParams.get('submitter_email')).toBe('a+b@example.com');
  });
});
