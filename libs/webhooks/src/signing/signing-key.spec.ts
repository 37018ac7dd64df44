import { randomBytes } from 'node:crypto';
import { newSigningKey, publicKeyOf } from './signing-key';

/** webhooks.md 1, webhooks.md 4 */
describe('newSigningKey', () => {
  it.each([
    ['hmac', /^whsec_[A-Za-z\d+/]{43}=$/],
    ['ed25519', /^whsk_[A-Za-z\d+/]{43}=$/],
  ] as const)('creates a key of 32 random bytes for %s', (signature, form) => {
    const random = randomBytes(32);
    const key = newSigningKey(signature, (size) => random.subarray(0, size));
    expect(key).toMatch(form);
    expect(Buffer.from(key.split('_')[1]!, 'base64')).toEqual(random);
  });
});

describe('publicKeyOf', () => {
  // RFC 8032, section 7.1, tests 1 and 2.
  it.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    ],
  ])('returns the public key of the seed %s', (seed, expected) => {
    const key = newSigningKey('ed25519', () => Buffer.from(seed, 'hex'));
    expect(publicKeyOf(key)).toBe(`whpk_${Buffer.from(expected, 'hex').toString('base64')}`);
  });
});
