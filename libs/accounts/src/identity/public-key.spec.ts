import { generateKeyPairSync } from 'node:crypto';
import { publicKeyIn, publicKeyOf } from './public-key';

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const pem = ({ publicKey }: typeof ed25519) => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const jwk = ({ publicKey }: typeof ed25519) => publicKey.export({ format: 'jwk' });

/** identity.md 2 */
describe('publicKeyIn', () => {
  it.each([
    ['EdDSA', ed25519],
    ['ES256', p256],
    ['RS256', rsa],
  ] as const)('reads a key for %s in PEM and as a JWK', (algorithm, pair) => {
    const key = { algorithm, kid: null, jwk: jwk(pair) };
    expect(publicKeyIn(` ${pem(pair)}\n`)).toEqual(key);
    expect(publicKeyIn(JSON.stringify(jwk(pair)))).toEqual(key);
    expect(publicKeyIn(JSON.stringify({ ...jwk(pair), kid: 'k1', use: 'sig', alg: algorithm }))).toEqual({
      ...key,
      kid: 'k1',
    });
  });

  it.each([
    ['a private key in PEM', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), /private/],
    ['a private JWK', JSON.stringify(p256.privateKey.export({ format: 'jwk' })), /private/],
    ['a secret', '{"kty":"oct","k":"AAAA"}', /private/],
    ['a short RSA key', pem(shortRsa), /2048/],
    ['another curve', pem(p384), /P-256/],
    ['PKCS #1', rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(), /PEM/],
    ['PEM that is cut', pem(rsa).slice(0, 200), /PEM/],
    ['JSON that is cut', '{"kty":', /PEM/],
    ['other text', 'hello', /PEM/],
    ['a JWK of another kind', '{"kty":"OKP","crv":"Ed448","x":"AA"}', /PEM|Ed25519/],
  ])('rejects %s', (_what, text, problem) => {
    expect(publicKeyIn(text)).toMatch(problem);
  });

  it.each([
    [{ alg: 'RS512' }, /signatures with RS256/],
    [{ use: 'enc' }, /signatures with RS256/],
    [{ kid: '' }, /kid/],
    [{ kid: 'x'.repeat(256) }, /kid/],
    [{ kid: 5 }, /kid/],
  ])('rejects a JWK with %j', (more, problem) => {
    expect(publicKeyOf({ ...jwk(rsa), ...more })).toMatch(problem);
  });
});
