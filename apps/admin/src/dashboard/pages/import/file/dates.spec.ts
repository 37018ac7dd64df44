import fc from 'fast-check';
import { detectDayOrder, toTimestamp } from './dates';

describe('a date in a file', () => {
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
  ])('is %s', (text, instant) => expect(toTimestamp(` ${text} `)).toBe(instant));

  it('has its day first or its month, as one is told', () => {
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
  ])('is not %j', (text) => expect(toTimestamp(text, 'mdy')).toBeNull());

  it('of any moment is read from what ISO, PostgreSQL, Ruby and JavaScript write', () => {
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

describe('what comes first, the day or the month', () => {
  it.each([
    ['a day that can be no month, wherever it stands', ['01/02/2024', null, '13/02/2024'], 'dmy'],
    ['the other way round', ['01/02/2024 10:00', '02/13/2024'], 'mdy'],
    ['nothing that says it', ['01/02/2024', '03/03/2024'], 'unknown'],
    ['the same either way', ['03/03/2024', '04-04-2024'], 'mdy'],
    ['no such date', ['2024-01-02', '01.02.2024', ''], null],
  ])('is told by %s', (_what, values, order) => expect(detectDayOrder(values)).toBe(order));
});
