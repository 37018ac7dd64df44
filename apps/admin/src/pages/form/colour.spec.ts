import { isColour } from './colour';

describe('isColour', () => {
  it.each([
    ['#3454d1', true],
    ['#3454D1', false],
    ['#345', false],
    ['3454d1', false],
    ['', false],
  ])('%s %s', (text, is) => expect(isColour(text)).toBe(is));
});
