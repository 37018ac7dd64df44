import fc from 'fast-check';
import { aFeedback } from '../testing';
import { CSV_COLUMNS, guarded, unguarded } from './feedback-csv';
import { feedbackJson } from './feedback.json';

it('has the columns of the JSON, in their order', () => {
  expect(Object.keys(feedbackJson(aFeedback()))).toEqual(CSV_COLUMNS);
});

describe('the guard against formulas', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])(
    'stands before %j',
    (text) => {
      expect(guarded(text)).toBe(`'${text}`);
    },
  );

  it.each(['', 'Dark mode', ' =1', '"=1', '1+1', "'", "it's", "'quoted'", '\u000b=1', '−1', '🙂'])(
    'leaves %j alone',
    (text) => {
      expect(guarded(text)).toBe(text);
      expect(unguarded(text)).toBe(text);
    },
  );

  it('stands before a text that looks guarded already', () => {
    expect(guarded("'=1")).toBe("''=1");
    expect(guarded("''@a")).toBe("'''@a");
  });

  it('takes exactly one apostrophe away', () => {
    expect(unguarded("''=1")).toBe("'=1");
    expect(unguarded('=1')).toBe('=1');
  });

  const start = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n＝＋－＠a"; 🙂`), maxLength: 6 });

  it('gives back every text, and none that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(start, fc.string({ unit: 'grapheme' }), (first, rest) => {
        const text = first + rest;
        expect(unguarded(guarded(text))).toBe(text);
        expect(guarded(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
      { numRuns: 2000 },
    );
  });
});
