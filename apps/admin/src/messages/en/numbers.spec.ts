import { formatSize, number } from './numbers';

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [102_400, '102.4 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1 MB'],
    [5_000_000_000, '5 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('formats %i bytes', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});

it.each([0, 7, 10, 999, 1_000, 12_345, 100_000, 1_234_567, 1_000_000_000])(
  'writes %d as Intl does',
  (value) => expect(number(value)).toBe(value.toLocaleString('en')),
);
