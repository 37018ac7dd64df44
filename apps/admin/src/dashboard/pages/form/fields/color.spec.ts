import { isColor, accentVariants } from './color';

describe('isColor', () => {
  it.each([
    ['#3454d1', true],
    ['#3454D1', false],
    ['#345', false],
    ['3454d1', false],
    ['', false],
  ])('for %p is %s', (text, is) => expect(isColor(text)).toBe(is));
});

describe('accentVariants', () => {
  it('returns the colors that the form uses', () => {
    expect(accentVariants('#FFCC00')).toMatchObject({
      accent: '#ffcc00',
      onAccent: '#000000',
      linkOnDark: '#ffcc00',
    });
  });

  it.each(['', '#ffc', 'yellow'])('is null for %p', (text) => expect(accentVariants(text)).toBeNull());
});
