import { contrast, isColour, textOn } from './contrast';

describe('contrast', () => {
  it('is what WCAG says', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
    expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4.0, 1);
  });
});

describe('textOn', () => {
  it('is always readable', () => {
    for (let red = 0; red < 256; red += 17) {
      for (let green = 0; green < 256; green += 17) {
        for (let blue = 0; blue < 256; blue += 17) {
          const colour = `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
          expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

describe('isColour', () => {
  it.each([
    ['#3454d1', true],
    ['#3454D1', false],
    ['#345', false],
    ['3454d1', false],
    ['', false],
  ])('%s %s', (text, is) => expect(isColour(text)).toBe(is));
});
