import type { Item, Sort } from '@libs/contract';
import { QueryClient } from '@tanstack/react-query';
import { item as itemFor, page } from '../../../../testing/items';
import { queryKeys, receiveItem, registerBusyCheck, reloadLists, showItem } from './item-cache';
import { rowsOf, type Pages } from './item-lists';

const item = (version: number, rest: Partial<Item> = {}) => itemFor('a', { version, ...rest });

describe('receiveItem', () => {
  const list = queryKeys.list({ sort: '-created_at' as Sort });
  const detail = queryKeys.item('a');
  const showing = (row: Item, shownDetail?: Item) => {
    const queryClient = new QueryClient();
    const shown = page([row, { ...row, id: 'b' }], true);
    queryClient.setQueryData(list, { pages: [shown], pageParams: [null] });
    queryClient.setQueryData(detail, shownDetail);
    return queryClient;
  };
  const rowIn = (queryClient: QueryClient) => rowsOf(queryClient.getQueryData<Pages<Item>>(list))[0];

  it('updates the detail and the row of a list', () => {
    const queryClient = showing(item(1), item(1));
    const received = item(2, { status: 'shipped' });
    expect(receiveItem(queryClient, received)).toBe(received);
    expect(queryClient.getQueryData(detail)).toEqual(received);
    expect(rowIn(queryClient)).toEqual(received);
  });

  it('updates a row that is older than the detail', () => {
    const queryClient = showing(item(1), item(2, { status: 'shipped' }));
    receiveItem(queryClient, item(2, { status: 'shipped' }));
    expect(rowIn(queryClient)?.status).toBe('shipped');
  });

  it('leaves a list alone that shows the item already', () => {
    const queryClient = showing(item(2));
    const before = queryClient.getQueryData(list);
    receiveItem(queryClient, item(2));
    expect(queryClient.getQueryData(list)).toBe(before);
  });

  it('keeps a newer row, and changes that are not stored yet', () => {
    const newer = showing(item(3));
    expect(receiveItem(newer, item(2))).toEqual(item(3));
    const changing = showing(item(1, { title: 'Own' }));
    registerBusyCheck(changing, () => true);
    expect(receiveItem(changing, item(2))).toEqual(item(1, { title: 'Own' }));
    expect(rowIn(changing)?.title).toBe('Own');
  });

  it('leaves counts alone, which can contain the change', () => {
    const queryClient = showing(item(1));
    const counts = { new: 9, planned: 3, building: 0, shipped: 0, declined: 0, quarantined: 0, at_least: [] };
    queryClient.setQueryData(queryKeys.counts({}), counts);
    receiveItem(queryClient, item(2, { status: 'planned' }));
    expect(queryClient.getQueryData(queryKeys.counts({}))).toBe(counts);
    showItem(queryClient, item(3, { status: 'shipped' }));
    expect(queryClient.getQueryData(queryKeys.counts({}))).toMatchObject({ planned: 2, shipped: 1 });
  });

  it('cancels the next page of a list that changes, not that of another', async () => {
    const queryClient = showing(item(1));
    const other = queryKeys.list({ sort: 'created_at', status: 'declined' });
    queryClient.setQueryData(other, { pages: [], pageParams: [] });
    const signals = [list, other].map((queryKey) => {
      let started!: AbortSignal;
      const queryFn = ({ signal }: { signal: AbortSignal }) => ((started = signal), new Promise(() => {}));
      void queryClient.fetchQuery({ queryKey, queryFn }).catch(() => {});
      return started;
    });
    receiveItem(queryClient, item(2));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('leaves a list to be read again that someone asked to reload', () => {
    const queryClient = showing(item(1));
    reloadLists(queryClient);
    receiveItem(queryClient, item(2));
    expect(rowIn(queryClient)?.version).toBe(2);
    expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);
  });
});
