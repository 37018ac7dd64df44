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
});
