import { adjacentCard } from './columns';

const columns = { new: ['a', 'b', 'c'], planned: [], building: ['d'], shipped: ['e', 'f'] };

describe('neighbour', () => {
  it.each([
    ['a', 'ArrowDown', 'b'],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', null],
    ['c', 'ArrowDown', null],
    // Over the empty column, to the same height or the last.
    ['a', 'ArrowRight', 'd'],
    ['c', 'ArrowRight', 'd'],
    ['f', 'ArrowLeft', 'd'],
    ['d', 'ArrowLeft', 'a'],
    ['a', 'ArrowLeft', null],
    ['e', 'ArrowRight', null],
    ['x', 'ArrowDown', null],
    ['a', 'Enter', null],
  ])('of %s by %s is %s', (id, key, expected) => {
    expect(adjacentCard(columns, id, key)).toBe(expected);
  });
});
