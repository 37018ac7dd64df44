import fc from 'fast-check';
import { textHash } from './hash';

describe('textHash', () => {
  it('never changes for a text, because it identifies rows of earlier imports', () => {
    expect(textHash('')).toBe(textHash(''));
    expect(textHash('Dark mode')).toMatchInlineSnapshot(`"44a02e82706d97d1eb69472699d0bc13"`);
    expect(textHash('Dark mode 😀')).toMatchInlineSnapshot(`"cedf05dfe5c356232cbfe0b3360ac3ee"`);
  });

  it('differs for different texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(textHash(one) === textHash(other)).toBe(one === other);
      }),
    );
    const digests = Array.from({ length: 100_000 }, (_, index) => textHash(`row ${index}`));
    expect(new Set(digests).size).toBe(100_000);
    expect(new Set(digests.map((digest) => digest.slice(0, 16))).size).toBe(100_000);
  });
});
