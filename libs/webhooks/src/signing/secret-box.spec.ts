import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox, UnknownEncryptionKeyError } from './secret-box';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const box = new SecretBox(randomBytes, NEW);

/** webhooks.md 4 */
describe('SecretBox', () => {
  it('opens what it has sealed for the same context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(box.open(box.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it('does not open bytes that were changed', () => {
    const sealed = box.seal('whsec_1', 'endpoint');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const changed = Uint8Array.from(sealed, (byte, i) => (i === position ? byte ^ change : byte));
        expect(() => box.open(changed, 'endpoint')).toThrow();
      }),
    );
  });

  it.each(['whsec_1', ''])('does not open a part of the bytes of %j', (text) => {
    const sealed = box.seal(text, 'endpoint');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length), 'endpoint')).toThrow();
    }
  });

  it('does not open the bytes of another endpoint', () => {
    expect(() => box.open(box.seal('whsec_1', 'endpoint'), 'other')).toThrow();
  });

  it('seals the same text differently each time, without the text', () => {
    const [one, two] = [box.seal('whsec_1', 'endpoint'), box.seal('whsec_1', 'endpoint')];
    expect(Buffer.compare(one, two)).not.toBe(0);
    expect(Buffer.from(one).includes('whsec_1')).toBe(false);
  });

  it('opens secrets of the previous key, and reports that they are not current', () => {
    const old = new SecretBox(randomBytes, OLD).seal('whsec_1', 'endpoint');
    const rotated = new SecretBox(randomBytes, NEW, OLD);
    expect(rotated.open(old, 'endpoint')).toBe('whsec_1');
    expect(rotated.isCurrent(old)).toBe(false);
    const again = rotated.seal('whsec_1', 'endpoint');
    expect(rotated.isCurrent(again)).toBe(true);
    expect(box.open(again, 'endpoint')).toBe('whsec_1');
  });

  it('reports the variable to set if no key fits', () => {
    const old = new SecretBox(randomBytes, OLD).seal('whsec_1', 'endpoint');
    expect(() => box.open(old, 'endpoint')).toThrow(UnknownEncryptionKeyError);
    expect(() => box.open(old, 'endpoint')).toThrow('SECRET_ENCRYPTION_KEY');
  });
});
