import fc from 'fast-check';
import { detectDayOrder, toTimestamp } from './dates';

describe('toTimestamp', () => {
  it.each([
    ['2024-05-01T10:00:00Z', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01T10:00:00.1239+02:00', '2024-05-01T08:00:00.123Z'],
    ['2024-05-01 10:00:00 UTC', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01 10:00:00.5', '2024-05-01T10:00:00.500Z'],
    ['2024-05-01 10:00:00.123456+00', '2024-05-01T10:00:00.123Z'],
    ['2024-05-01 10:00:00 -0330', '2024-05-01T13:30:00.000Z'],
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024/5/1 9:05', '2024-05-01T09:05:00.000Z'],
    ['May 1, 2024', '2024-05-01T00:00:00.000Z'],
    ['May 1st, 2024 at 3:07 pm', '2024-05-01T15:07:00.000Z'],
    ['1 May 2024 12:30 AM', '2024-05-01T00:30:00.000Z'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
    ['Wed May 01 2024 10:00:00 GMT+0200 (Central European Summer Time)', '2024-05-01T08:00:00.000Z'],
    ['1714557600', '2024-05-01T10:00:00.000Z'],
    ['1714557600123', '2024-05-01T10:00:00.123Z'],
    ['01.05.2024 10:00', '2024-05-01T10:00:00.000Z'],
  ])('reads %s as %s', (text, instant) => expect(toTimestamp(` ${text} `)).toBe(instant));

  it('reads the day or the month first, depending on the order', () => {
    expect(toTimestamp('03/04/2024', 'dmy')).toBe('2024-04-03T00:00:00.000Z');
    expect(toTimestamp('03/04/2024 1:02:03 PM', 'mdy')).toBe('2024-03-04T13:02:03.000Z');
  });

  it.each([
    '',
    'soon',
    '12',
    '2024-02-30',
    '2024-13-01',
    '2024-05-01 25:00',
    '2024-05-01 13:00 PM',
    '2024-05-01 10:61',
    'Mai 1, 2024x',
    'Foo 1, 2024',
    '31/12/2024',
  ])('is null for %j', (text) => expect(toTimestamp(text, 'mdy')).toBeNull());

  it('reads any time in the formats of ISO, PostgreSQL, Ruby, and JavaScript', () => {
    const seconds = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(seconds, (date) => {
        const iso = date.toISOString();
        expect(toTimestamp(iso)).toBe(iso);
        const expected = `${iso.slice(0, 19)}.000Z`;
        expect(toTimestamp(`${iso.slice(0, 19).replace('T', ' ')} UTC`)).toBe(expected);
        expect(toTimestamp(iso.replace('T', ' ').replace('Z', '+00'))).toBe(iso);
        expect(toTimestamp(date.toUTCString())).toBe(expected);
        expect(toTimestamp(date.toString())).toBe(expected);
      }),
    );
  });
});

describe('detectDayOrder', () => {
  it.each([
    ['a first number above 12', ['01/02/2024', null, '13/02/2024'], 'dmy'],
    ['a second number above 12', ['01/02/2024 10:00', '02/13/2024'], 'mdy'],
    ['ambiguous dates', ['01/02/2024', '03/03/2024'], 'unknown'],
    ['dates with equal numbers', ['03/03/2024', '04-04-2024'], 'mdy'],
    ['no date of this form', ['2024-01-02', '01.02.2024', ''], null],
  ])('handles %s', (_case, values, order) => expect(detectDayOrder(values)).toBe(order));
});
