import { isAmount, isCount, toAmount, toCount } from './numbers';

describe('toCount', () => {
  it.each([
    ['12', '12'],
    ['1,204', '1204'],
    ['1.204.000', '1204000'],
    ['12.0', '12'],
    ['-3', '0'],
    ['many', 'many'],
    ['1,2', '1,2'],
  ])('of %j is %j', (text, count) => {
    expect(toCount(text)).toBe(count);
  });
});

describe('toAmount', () => {
  it.each([
    ['1200', '1200'],
    ['$1,200.50', '1200.5'],
    ['1.200,50 €', '1200.5'],
    ['USD 99', '99'],
    ['1200.567', '1200.567'],
    ['49.9999', '50'],
    ['1,200', '1200'],
    ['High', 'High'],
  ])('of %j is %j', (text, amount) => {
    expect(toAmount(text)).toBe(amount);
  });

  it('and toCount tell what is no number', () => {
    expect(['12', 'High', '1.5'].map(isCount)).toEqual([true, false, false]);
    expect(['€12.50', 'High', ''].map(isAmount)).toEqual([true, false, false]);
  });
});
