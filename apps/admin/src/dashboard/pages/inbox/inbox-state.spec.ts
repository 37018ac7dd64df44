import { NO_FILTER } from '../../items/filters/item-filter';
import { readInboxState, writeInboxState } from './inbox-state';

const read = (query: string) => readInboxState(new URLSearchParams(query));

describe('what the address bar says', () => {
  it('is everything, newest first, nothing open, when it says nothing', () => {
    expect(read('')).toEqual({ ...NO_FILTER, status: null, sort: '-created_at', item: null });
  });

  it('is read back as it was written', () => {
    const state = {
      ...NO_FILTER,
      status: 'planned',
      q: 'dark & light',
      from: '2026-03-03',
      sort: 'title',
      item: '0198c0de',
    } as const;
    expect(readInboxState(writeInboxState(new URLSearchParams(), state))).toEqual(state);
  });

  it('takes what nobody understands as not said', () => {
    expect(read('status=open&sort=votes&q=%20')).toEqual(read(''));
  });

  it('stays short, and leaves what others put there', () => {
    const params = writeInboxState(new URLSearchParams('status=new&sort=title&x=1'), {
      status: null,
      sort: '-created_at',
    });
    expect(params.toString()).toBe('x=1');
  });
});
