import fc from 'fast-check';
import { suggestedSlug } from './account';
import { isSlug, RESERVED_SLUGS } from './account.rules';

/** form.md 6 */
describe('suggestedSlug', () => {
  it('derives a slug from the name', () => {
    expect(suggestedSlug('Acme')).toBe('acme');
    expect(suggestedSlug("  Ada's Café & Söhne – München ")).toBe('adas-cafe-sohne-munchen');
    expect(suggestedSlug('Straße Æther Łódź Ørsted')).toBe('strasse-aether-lodz-orsted');
    expect(suggestedSlug('Acme', 2)).toBe('acme-2');
    expect(suggestedSlug(`${'a'.repeat(49)} bc`)).toBe('a'.repeat(49));
    expect(suggestedSlug('a'.repeat(60), 12)).toBe(`${'a'.repeat(47)}-12`);
  });

  it('adds “feedback” if the name alone gives no valid slug', () => {
    expect(suggestedSlug('日本語')).toBe('feedback');
    expect(suggestedSlug('日本語', 3)).toBe('feedback-3');
    expect(suggestedSlug('X')).toBe('x-feedback');
    expect(suggestedSlug('API')).toBe('api-feedback');
    expect(suggestedSlug('API', 2)).toBe('api-feedback-2');
  });

  it('returns a valid slug for any name', () => {
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constantFrom(...RESERVED_SLUGS));
    const n = fc.integer({ min: 1, max: 2 ** 32 });
    fc.assert(
      fc.property(name, n, (name, n) => {
        const slug = suggestedSlug(name, n);
        return isSlug(slug) && !RESERVED_SLUGS.has(slug);
      }),
    );
  });
});

describe('suggestedSlug for a very long name', () => {
  it('takes little time', () => {
    const start = process.cpuUsage();
    suggestedSlug(`a${'\u0300'.repeat(60_000)}${'\u0323'.repeat(60_000)}`);
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });
});
