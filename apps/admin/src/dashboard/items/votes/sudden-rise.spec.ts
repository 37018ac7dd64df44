import { isSuddenRise } from './sudden-rise';

/** votes.md 7 */
it.each([
  [120, 130, true],
  [10, 20, true],
  [10, 21, false],
  [9, 9, false],
  [0, 0, false],
])('%i of %i votes in a day are a sudden rise: %s', (recent, all, expected) => {
  expect(isSuddenRise(recent, all)).toBe(expected);
});
