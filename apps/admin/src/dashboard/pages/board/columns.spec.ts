import { adjacentCard } from './columns';

const columns = { new: ['a', 'b', 'c'], planned: [], building: ['d'], shipped: ['e', 'f'] };

describe('adjacentCard', () => {
  it.each([
    ['a', 'ArrowDown', 'b'],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', null],
    ['c', 'ArrowDown', null],
    // Skips the empty column; goes to the same row or the last one.
    ['a', 'ArrowRight', 'd'],
    ['c', 'ArrowRight', 'd'],
    ['f', 'ArrowLeft', 'd'],
    ['d', 'ArrowLeft', 'a'],
    ['a', 'ArrowLeft', null],
    ['e', 'ArrowRight', null],
    ['x', 'ArrowDown', null],
    ['a', 'Enter', null],
  ])('from %s by %s is %s', (id, key, expected) => {
    expect(adjacentCard(columns, id, key)).toBe(expected);
  });
});
