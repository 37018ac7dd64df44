import { accentColors, contrast, FORM_BACKGROUNDS } from './accent';

describe('accentColors', () => {
  it('keeps the accent color, and uses it for links if the contrast is sufficient', () => {
    expect(accentColors('#3454d1')).toMatchObject({
      accent: '#3454d1',
      onAccent: '#ffffff',
      linkOnLight: '#3454d1',
    });
    expect(accentColors('#ffd400')).toMatchObject({ onAccent: '#000000', linkOnDark: '#ffd400' });
  });

  it('returns colors with a contrast of at least 4.5 for any accent', () => {
    const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'));
    for (const r of steps) {
      for (const g of steps) {
        for (const b of steps) {
          const colors = accentColors(`#${r}${g}${b}`);
          expect(contrast(colors.accent, colors.onAccent)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colors.linkOnLight, FORM_BACKGROUNDS.light)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colors.linkOnDark, FORM_BACKGROUNDS.dark)).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('has the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
