import { plainCode } from './plain-code';

/** second-factor.md 4 */
describe('plainCode', () => {
  it.each([
    '123456',
    ' 123 456\n',
    '123-456',
    '123\u2011456',
    '123\u2013456',
    '123\u2212456',
    '123\u00a0456',
    '\u202a123456\u202c',
    '１２３　４５６',
    '１２３－４５６',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '१२३४५६',
    '𝟏𝟐𝟑𝟒𝟓𝟔',
  ])('reads %j as 123456', (code) => {
    expect(plainCode(code)).toBe('123456');
  });

  it('knows zero to nine in every script', () => {
    expect(plainCode('０１２３４５６７８９٠١٢٣٤٥٦٧٨٩০১২৩৪৫৬৭৮৯')).toBe('0123456789'.repeat(3));
  });

  it('keeps letters, and other characters', () => {
    expect(plainCode('7KQ4-m2ｘ9.')).toBe('7KQ4m2x9.');
  });
});
