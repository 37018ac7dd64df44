import { readState, searchable, searchFor, writeState } from './inbox-state';

const read = (query: string) => readState(new URLSearchParams(query));

describe('what the address bar says', () => {
  it('is everything, newest first, nothing open, when it says nothing', () => {
    expect(read('')).toEqual({ status: null, q: '', sort: '-created_at', import: null, item: null });
  });

  it('is read back as it was written', () => {
    const state = {
      status: 'planned',
      q: 'dark & light',
      sort: 'title',
      import: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
      item: '0198c0de',
    } as const;
    expect(readState(writeState(new URLSearchParams(), state))).toEqual(state);
  });

  it('takes what nobody understands as not said', () => {
    expect(read('status=open&sort=votes&q=%20&import=x')).toEqual(read(''));
  });

  it('stays short, and leaves what others put there', () => {
    const params = writeState(new URLSearchParams('status=new&sort=title&x=1'), {
      status: null,
      sort: '-created_at',
    });
    expect(params.toString()).toBe('x=1');
  });
});

describe('a search', () => {
  it.each([
    ['ada@example.com', { submitter_email: 'ada@example.com' }],
    ['ada@example', { q: 'ada@example' }],
    ['mail of ada@example.com', { q: 'mail of ada@example.com' }],
    ['', { q: undefined }],
  ])('for “%s” looks for %j', (q, expected) => {
    expect(searchFor(q)).toEqual(expected);
  });
});

describe('searchable', () => {
  it('is what the service takes: 200 code points, trimmed, well-formed, without NUL', () => {
    expect(searchable('  dark mode ')).toBe('dark mode');
    expect(searchable('😀'.repeat(201))).toBe('😀'.repeat(200));
    expect(searchable('a\0b\ud800')).toBe('ab\ufffd');
  });
});
