import { accentColours, contrast, FORM_GROUNDS } from './accent';

describe('accentColours', () => {
  it('keeps the accent, and a link that can be read as it is', () => {
    expect(accentColours('#3454d1')).toMatchObject({
      accent: '#3454d1',
      onAccent: '#ffffff',
      linkOnLight: '#3454d1',
    });
    expect(accentColours('#ffd400')).toMatchObject({ onAccent: '#000000', linkOnDark: '#ffd400' });
  });

  it('is readable whatever the colour', () => {
    const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'));
    for (const r of steps) {
      for (const g of steps) {
        for (const b of steps) {
          const colours = accentColours(`#${r}${g}${b}`);
          expect(contrast(colours.accent, colours.onAccent)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colours.linkOnLight, FORM_GROUNDS.light)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colours.linkOnDark, FORM_GROUNDS.dark)).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('measures as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
