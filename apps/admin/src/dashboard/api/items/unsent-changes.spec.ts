import type { Item, ItemChange } from '@libs/contract';
import { ApiError } from '../requests/client';
import { connection } from '../requests/connection';
import { isServiceUnavailable, UnsentChanges } from './unsent-changes';

const item = (id: string, title = 'Before') => ({ id, title }) as Item;

describe('UnsentChanges', () => {
  let sent: [Item, ItemChange][];
  let unsent: UnsentChanges;
  beforeEach(() => {
    sent = [];
    unsent = new UnsentChanges((...args) => sent.push(args));
    connection.startCall()(0);
  });
  afterEach(() => connection.startCall()(200));

  it('retries each change once when the service is back', () => {
    unsent.add(item('a'), { title: 'A' });
    unsent.add(item('b'), { status: 'planned' });
    connection.startCall()(503);
    expect(sent).toEqual([]);
    connection.startCall()(200);
    expect(sent).toEqual([
      [item('a'), { title: 'A' }],
      [item('b'), { status: 'planned' }],
    ]);
    connection.startCall()(0);
    connection.startCall()(200);
    expect(sent).toHaveLength(2);
  });

  it('merges the changes of one item, based on the item before the first', () => {
    unsent.add(item('a'), { title: 'A' });
    unsent.add(item('a', 'Later'), { status: 'planned' });
    connection.startCall()(200);
    expect(sent).toEqual([[item('a'), { title: 'A', status: 'planned' }]]);
  });

  it('drops discarded fields', () => {
    unsent.add(item('a'), { title: 'A', status: 'planned' });
    unsent.add(item('b'), { title: 'B' });
    for (const id of ['a', 'b', 'c']) unsent.discard(id, ['title']);
    connection.startCall()(200);
    expect(sent).toEqual([[item('a'), { status: 'planned' }]]);
  });

  it('drops a change that fails again until it is added as a new object', () => {
    let tries = 0;
    const alwaysFailing = new UnsentChanges((failedItem, change) => {
      tries++;
      alwaysFailing.add(failedItem, change);
    });
    const change = { title: 'A' };
    alwaysFailing.add(item('a'), change);
    for (const status of [200, 503, 200, 503, 200]) connection.startCall()(status);
    expect(tries).toBe(1);
    alwaysFailing.add(item('a'), { ...change });
    for (const status of [503, 200]) connection.startCall()(status);
    expect(tries).toBe(2);
  });

  it.each([
    [0, true],
    [502, true],
    [503, true],
    [500, false],
    [429, false],
    [400, false],
  ])('isServiceUnavailable for status %p is %p', (status, expected) => {
    expect(isServiceUnavailable(new ApiError(status, 'code', 'message'))).toBe(expected);
  });
});
