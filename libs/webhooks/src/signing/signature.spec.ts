import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signaturesOf, type SignedMessage } from './signature';
import { newSigningKey, publicKeyOf } from './signing-key';

/** The official verifier rejects requests that are older than five minutes. */
const message: SignedMessage = {
  id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
  timestamp: Math.floor(Date.now() / 1000),
  body: '{"title":"Größe 🎉"}',
};

const headersOf = (signatures: string, { id, timestamp } = message) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatures,
});

const isVerifiedBy = (publicKey: string, signature: string, { id, timestamp, body } = message) => {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const value = Buffer.from(signature.replace(/^v1a,/, ''), 'base64');
  return verify(null, Buffer.from(`${id}.${timestamp}.${body}`), key, value);
};

/** webhooks.md 4 */
describe('signaturesOf', () => {
  it('returns the signatures of the test vector', () => {
    const vector = {
      id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
      timestamp: 1772532000,
      body: '{"id":"evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f","type":"feedback.deleted","timestamp":"2026-03-03T10:00:00.000Z","actor":{"type":"system"},"data":{"feedback":{"id":"0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f"},"version":2}}',
    };
    const bytes = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    expect(signaturesOf([`whsec_${bytes}`], vector)).toBe('v1,sksJjOybmP+wsrb+iNKIyr4I8vMv9OmcgCOxsD05jkU=');
    expect(publicKeyOf(`whsk_${bytes}`)).toBe('whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=');
    expect(signaturesOf([`whsk_${bytes}`], vector)).toBe(
      'v1a,ZFpAuSSnJ25hTGLpUIcj4Ky5gFcNWopEL4K7qpnYa9UFQbLt3jHv+lyuTtv2ZeHwulFmP6A5YpTZuLIp6GsrCg==',
    );
  });

  it('is accepted by the official verifier, and no longer after a change', () => {
    const secret = newSigningKey('hmac', randomBytes);
    const webhook = new Webhook(secret);
    const signatures = signaturesOf([secret], message);
    expect(webhook.verify(message.body, headersOf(signatures))).toEqual({ title: 'Größe 🎉' });
    const others = [
      [message.body, { ...message, id: 'evt_1' }],
      [message.body, { ...message, timestamp: message.timestamp + 1 }],
      ['{}', message],
    ] as const;
    for (const [body, sent] of others) {
      expect(() => webhook.verify(body, headersOf(signatures, sent))).toThrow(WebhookVerificationError);
    }
  });

  it('is verified by the public key of an Ed25519 key, and no longer after a change', () => {
    const key = newSigningKey('ed25519', randomBytes);
    const signatures = signaturesOf([key], message);
    expect(signatures).toMatch(/^v1a,[A-Za-z\d+/]{86}==$/);
    expect(isVerifiedBy(publicKeyOf(key), signatures)).toBe(true);
    for (const change of [{ id: 'evt_1' }, { timestamp: message.timestamp + 1 }, { body: '{}' }]) {
      expect(isVerifiedBy(publicKeyOf(key), signatures, { ...message, ...change })).toBe(false);
    }
    expect(isVerifiedBy(publicKeyOf(newSigningKey('ed25519', randomBytes)), signatures)).toBe(false);
  });

  it('has a signature of each key, so that either secret verifies it during a rotation', () => {
    const secrets = [newSigningKey('hmac', randomBytes), newSigningKey('hmac', randomBytes)];
    const key = newSigningKey('ed25519', randomBytes);
    const signatures = signaturesOf([...secrets, key], message);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(message.body, headersOf(signatures))).toBeDefined();
    }
    expect(isVerifiedBy(publicKeyOf(key), signatures.split(' ')[2]!)).toBe(true);
  });
});
