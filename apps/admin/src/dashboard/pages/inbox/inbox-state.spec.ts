import { NO_FILTER } from '../../items/filters/item-filter';
import { readInboxState, writeInboxState } from './inbox-state';

const read = (query: string) => readInboxState(new URLSearchParams(query));

describe('readInboxState and writeInboxState', () => {
  it('defaults to all items, newest first, with no open item', () => {
    expect(read('')).toEqual({ ...NO_FILTER, status: null, sort: '-created_at', item: null, note: null });
  });

  it('reads back a state that was written to the URL', () => {
    const state = {
      ...NO_FILTER,
      status: 'planned',
      q: 'dark & light',
      from: '2026-03-03',
      sort: 'title',
      item: '0198c0de',
      note: '0198c0df',
    } as const;
    expect(readInboxState(writeInboxState(new URLSearchParams(), state))).toEqual(state);
  });

  it('drops the note with its item', () => {
    const params = writeInboxState(new URLSearchParams('item=a&note=b'), { item: 'c' });
    expect(params.toString()).toBe('item=c');
    expect(read('note=b')).toEqual(read(''));
  });

  it('ignores invalid values', () => {
    expect(read('status=open&sort=votes&q=%20')).toEqual(read(''));
  });

  it('omits defaults and keeps other parameters', () => {
    const params = writeInboxState(new URLSearchParams('status=new&sort=title&x=1'), {
      status: null,
      sort: '-created_at',
    });
    expect(params.toString()).toBe('x=1');
  });
});
