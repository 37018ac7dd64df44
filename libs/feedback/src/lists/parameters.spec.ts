import { readParameters } from './parameters';

/** dashboard.md 15 */
describe('readParameters', () => {
  it('ignores parameters that lists do not support, and invalid values', () => {
    const stored = { q: 'crash', status: 'open', untagged: 'yes', constructor: 'x' };
    const { values, usable, ignored } = readParameters(stored);
    expect(values).toEqual({ q: 'crash' });
    expect(usable).toEqual({ q: 'crash' });
    expect(ignored).toEqual(['status', 'untagged', 'constructor']);
  });

  it('ignores several statuses and dates without a time, which the dashboard cannot show', () => {
    const stored = { status: 'new,planned', created_after: '2026-03-03', q: 'crash' };
    expect(readParameters(stored).ignored).toEqual(['status', 'created_after']);
    expect(readParameters({ status: 'new' }).values).toEqual({ status: ['new'] });
  });
});
