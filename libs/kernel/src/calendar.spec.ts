import { addDays, Calendar, daysBetween, isDate, isTimeZone, nextMonday, nextMonth } from './calendar';

describe('dates', () => {
  it('accept dates that exist', () => {
    for (const date of ['1970-01-01', '2024-02-29', '2026-12-31', '9998-12-31'])
      expect([date, isDate(date)]).toEqual([date, true]);
    const others = [
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      '1969-12-31',
      '9999-01-01',
      '',
      'today',
    ];
    for (const text of [...others, '2026-03-03T00:00:00Z', ' 2026-03-03'])
      expect([text, isDate(text)]).toEqual([text, false]);
  });

  it('have a next Monday and a next month', () => {
    expect(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-08'].map(nextMonday)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-09',
      '2026-03-09',
    ]);
    expect(['2026-01-31', '2026-12-01', '2024-02-29'].map(nextMonth)).toEqual([
      '2026-02-01',
      '2027-01-01',
      '2024-03-01',
    ]);
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  });
});

describe('isTimeZone', () => {
  it('accepts names of the IANA database only', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
    for (const text of ['', 'Europe/Nowhere', '+02:00', 'Europe/Berlin\n', "UTC'--", 'x'.repeat(1000)])
      expect([text, isTimeZone(text)]).toEqual([text, false]);
  });
});

describe('Calendar', () => {
  const starts = (zone: string, ...dates: string[]) => {
    const calendar = new Calendar(zone);
    return dates.map((date) => calendar.startOf(date).toISOString());
  };

  it('returns when a day starts, before and after a change of the clocks', () => {
    expect(starts('UTC', '2026-03-03')).toEqual(['2026-03-03T00:00:00.000Z']);
    expect(starts('Europe/Berlin', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    expect(starts('Asia/Kolkata', '2026-03-03')).toEqual(['2026-03-02T18:30:00.000Z']);
    expect(starts('America/New_York', '2026-03-08', '2026-03-09')).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
  });

  it('starts a day without midnight at the change, and a day with two midnights at the first', () => {
    expect(starts('America/Santiago', '2024-09-08')).toEqual(['2024-09-08T04:00:00.000Z']);
    expect(starts('America/Havana', '2024-11-03')).toEqual(['2024-11-03T04:00:00.000Z']);
  });

  it('gives no time to a day that a time zone skips', () => {
    expect(starts('Pacific/Apia', '2011-12-29', '2011-12-30', '2011-12-31')).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
    ]);
  });

  it('asks for two times of a day without a change', () => {
    const calendar = new Calendar('Europe/Berlin');
    const prototype: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
    const times = jest.spyOn(prototype, 'format', 'get');
    const parts = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    calendar.startOf('2026-03-03');
    expect(times).toHaveBeenCalledTimes(2);
    expect(parts).not.toHaveBeenCalled();
  });

  it('returns the date at a time', () => {
    const at = new Date('2026-03-03T23:30:00.000Z');
    expect(['UTC', 'Europe/Berlin', 'America/New_York'].map((zone) => new Calendar(zone).dateAt(at))).toEqual(
      ['2026-03-03', '2026-03-04', '2026-03-03'],
    );
  });
});
