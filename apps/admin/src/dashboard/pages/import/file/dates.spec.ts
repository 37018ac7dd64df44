import fc from 'fast-check';
import { toTimestamp } from './dates';
import { detectDayOrder, possibleDayOrders } from './day-order';
import { MONTH_LANGUAGES } from './month-names';

/** import.md 9 */
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
    ['3/14/24 9:30', '2024-03-14T09:30:00.000Z'],
    ['3/14/69', '2069-03-14T00:00:00.000Z'],
    ['3/14/70', '1970-03-14T00:00:00.000Z'],
    ['14.03.24', '2024-03-14T00:00:00.000Z'],
    ['14.3.2024 klo 15.07', '2024-03-14T15:07:00.000Z'],
    ['14. 3. 2024', '2024-03-14T00:00:00.000Z'],
    ['14.03.2024.', '2024-03-14T00:00:00.000Z'],
    ['14-Mar-24', '2024-03-14T00:00:00.000Z'],
    ["14 Mar '24 9:30 PM", '2024-03-14T21:30:00.000Z'],
    ['14/Mar/2024', '2024-03-14T00:00:00.000Z'],
    ['2024-Mar-14', '2024-03-14T00:00:00.000Z'],
    ['Sept. 9, 2024', '2024-09-09T00:00:00.000Z'],
    ['14. März 2024 um 15:07 Uhr', '2024-03-14T15:07:00.000Z'],
    ['14. Mrz 24', '2024-03-14T00:00:00.000Z'],
    ['14. Maerz 2024', null],
    ['jeudi 14 févr. 2024 à 15h07', '2024-02-14T15:07:00.000Z'],
    ['14 fevrier 2024', '2024-02-14T00:00:00.000Z'],
    ['jueves, 14 de marzo de 2024 a las 15:07', '2024-03-14T15:07:00.000Z'],
    ['quinta-feira, 14 de março de 2024 às 15:07', '2024-03-14T15:07:00.000Z'],
    ['14 marzo 2024 alle ore 15:07', '2024-03-14T15:07:00.000Z'],
    ['14. marraskuuta 2024', '2024-11-14T00:00:00.000Z'],
    ['14 marca 2024', '2024-03-14T00:00:00.000Z'],
    ['14 марта 2024 г., 15:07', '2024-03-14T15:07:00.000Z'],
    ['2024. március 14. 15:07', '2024-03-14T15:07:00.000Z'],
    ['2024年3月14日', '2024-03-14T00:00:00.000Z'],
    ['2024年3月14日 下午3:07', '2024-03-14T15:07:00.000Z'],
    ['2024/3/14 上午 3:07:08', '2024-03-14T03:07:08.000Z'],
    ['2024년 3월 14일 오후 3:07', '2024-03-14T15:07:00.000Z'],
    ['2024. 3. 14. PM 3:07', '2024-03-14T15:07:00.000Z'],
    ['45365.39583', '2024-03-14T09:30:00.000Z'],
    ['45365,39583', '2024-03-14T09:30:00.000Z'],
    ['45365', '2024-03-14T00:00:00.000Z'],
    ['25569', '1970-01-01T00:00:00.000Z'],
    ['25568', null],
    ['123456', null],
  ])('reads %s as %s', (text, instant) => expect(toTimestamp(` ${text} `)).toBe(instant));

  it('reads the day or the month first, depending on the order', () => {
    expect(toTimestamp('03/04/2024', 'dmy')).toBe('2024-04-03T00:00:00.000Z');
    expect(toTimestamp('03/04/2024 1:02:03 PM', 'mdy')).toBe('2024-03-04T13:02:03.000Z');
    expect(toTimestamp('03-04-05', 'dmy')).toBe('2005-04-03T00:00:00.000Z');
    expect(toTimestamp('03-04-05', 'ymd')).toBe('2003-04-05T00:00:00.000Z');
    expect(toTimestamp('03.04.05', 'ymd')).toBe('2005-04-03T00:00:00.000Z');
  });

  it('reads the long dates of every supported language', () => {
    for (const language of MONTH_LANGUAGES) {
      for (let month = 0; month < 12; month++) {
        for (const style of ['long', 'short'] as const) {
          const name = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' })
            .formatToParts(Date.UTC(2024, month, 1))
            .find(({ type }) => type === 'month')!.value;
          if (/\d/.test(name)) continue;
          const expected = new Date(Date.UTC(2024, month, 14)).toISOString();
          expect([language, name, toTimestamp(`14 ${name} 2024`)]).toEqual([language, name, expected]);
        }
      }
    }
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
    'Marchtide 1, 2024',
    '1 Mayonnaise 2024',
    'May 1 10:00:00',
    '24. 3. 14.',
    'a'.repeat(1_000_000),
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

describe('possibleDayOrders', () => {
  it('returns the orders to ask for, with the first date that they read differently', () => {
    expect(possibleDayOrders(['04/04/2024', ' 05/06/2024 10:00'])).toEqual({
      orders: ['mdy', 'dmy'],
      example: '05/06/2024',
    });
    expect(possibleDayOrders(['05-06-24', '13-06-24'])).toEqual({
      orders: ['dmy', 'ymd'],
      example: '05-06-24',
    });
    expect(possibleDayOrders(['05/06/2024', '13/06/2024'])).toEqual({ orders: ['dmy'], example: null });
    expect(possibleDayOrders(['2024-05-06', null])).toEqual({ orders: [], example: null });
  });
});

describe('detectDayOrder', () => {
  it.each([
    ['a first number above 12', ['01/02/2024', null, '13/02/2024'], 'dmy'],
    ['a second number above 12', ['01/02/2024 10:00', '02/13/2024'], 'mdy'],
    ['ambiguous dates', ['01/02/2024', '03/03/2024'], 'unknown'],
    ['dates with equal numbers', ['03/03/2024', '04-04-2024'], 'mdy'],
    ['two-digit years', ['01/02/24 9:30', '3/14/24 9:30'], 'mdy'],
    ['two-digit years after the day', ['01/02/24', '14/03/24'], 'dmy'],
    ['two-digit years that can be first', ['14-03-24'], 'unknown'],
    ['two-digit years that must be first', ['14-03-24', '99-03-14'], 'ymd'],
    ['contradicting dates', ['13/02/2024', '02/13/2024'], 'dmy'],
    ['no date of this form', ['2024-01-02', '01.02.2024', ''], null],
  ])('handles %s', (_case, values, order) => expect(detectDayOrder(values)).toBe(order));
});
