import { parseDay, NO_FILTER, toCountParams, readFilter, toSearchQuery, withParams } from './item-filter';

const read = (query: string) => readFilter(new URLSearchParams(query));

describe('readFilter and withParams', () => {
  it('reads back a filter that was written to the URL', () => {
    const filter = {
      q: 'dark & light',
      source: 'form',
      from: '2026-03-03',
      to: '2026-03-04',
      sender: 'a+b@example.com',
      requested_by: 'c+d@example.com',
      import: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
      tag: 'billing,API & more',
      untagged: 'true',
      assignee: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
    } as const;
    expect(readFilter(withParams(new URLSearchParams(), filter))).toEqual(filter);
  });

  it('ignores invalid values', () => {
    expect(
      read(
        'source=fax&from=yesterday&to=2026-02-30&sender=ada&requested_by=eve&import=x&q=%20&tag=,&untagged=1&assignee=someone',
      ),
    ).toEqual(NO_FILTER);
  });

  it('ignores empty values', () => {
    expect(read('source=&from=&to=&sender=&requested_by=&import=&q=&tag=&untagged=&assignee=')).toEqual(
      NO_FILTER,
    );
  });

  it('keeps other parameters', () => {
    expect(withParams(new URLSearchParams('source=api&x=1'), { source: null }).toString()).toBe('x=1');
  });
});

describe('toCountParams', () => {
  it('is empty without a filter', () => {
    expect(toCountParams(NO_FILTER)).toEqual({});
  });

  it('converts days to times in the local time zone', () => {
    const { created_after: after, created_before: before } = toCountParams(
      read('from=2026-02-28&to=2026-02-28'),
    );
    expect([new Date(after!), new Date(before!)]).toEqual([new Date(2026, 1, 28), new Date(2026, 2, 1)]);
  });

  it('contains the names of tags, trimmed, or only that there are none', () => {
    expect(toCountParams(read('tag=a,%20b%20,,'))).toEqual({ tag: 'a,b' });
    expect(toCountParams(read('untagged=true'))).toEqual({ untagged: 'true' });
  });

  it('contains search text, source, email address, and import', () => {
    const id = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
    expect(toCountParams(read(`q=a&source=mcp&sender=ada@example.com&import=${id.toUpperCase()}`))).toEqual({
      import: id,
      q: 'a',
      source: 'mcp',
      submitter_email: 'ada@example.com',
    });
  });
});

describe('parseDay', () => {
  it.each([
    ['2026-03-03', '2026-03-03'],
    ['2024-02-29', '2024-02-29'],
    ['2026-02-29', null],
    ['2026-3-3', null],
    ['0001-01-01', null],
    ['+12026-01-01', null],
    ['', null],
    [null, null],
  ])('%s gives %s', (text, day) => expect(parseDay(text)).toBe(day));
});

describe('toSearchQuery', () => {
  it('returns at most 200 code points, trimmed, well-formed, and without NUL', () => {
    expect(toSearchQuery('  dark mode ')).toBe('dark mode');
    expect(toSearchQuery('😀'.repeat(201))).toBe('😀'.repeat(200));
    expect(toSearchQuery('a\0b\ud800')).toBe('ab\ufffd');
  });
});
