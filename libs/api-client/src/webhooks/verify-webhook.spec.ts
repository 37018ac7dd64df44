import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '../rest/types';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook';

const NOW = new Date('2026-03-03T10:00:00.500Z');
const SECONDS = 1_772_532_000;
const ID = 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f';
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const BODY =
  '{"id":"evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f","type":"feedback.deleted","timestamp":"2026-03-03T10:00:00.000Z","actor":{"type":"system"},"data":{"feedback":{"id":"0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f"},"version":2}}';
const SIGNATURE = 'v1,sksJjOybmP+wsrb+iNKIyr4I8vMv9OmcgCOxsD05jkU=';

const HEADERS = {
  'webhook-id': ID,
  'webhook-timestamp': String(SECONDS),
  'webhook-signature': SIGNATURE,
};

/** Headers that the official library signs. */
const signedHeaders = (body: string, { id = ID, seconds = SECONDS } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': new Webhook(SECRET).sign(id, new Date(seconds * 1000), body),
});

const keys = generateKeyPairSync('ed25519');
const PUBLIC_KEY = `whpk_${rawKey(keys.publicKey).toString('base64')}`;
const ED25519 = `v1a,${sign(null, Buffer.from(`${ID}.${SECONDS}.${BODY}`), keys.privateKey).toString('base64')}`;

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
}

beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

const rejected = (message: string | RegExp) => ({
  name: 'WebhookVerificationError',
  message: expect.stringMatching(message),
});

describe('verifyWebhook', () => {
  it('returns the event of the published example, of both kinds of signatures', async () => {
    expect(await verifyWebhook(HEADERS, BODY, SECRET)).toEqual(JSON.parse(BODY));
    const signature =
      'v1a,ZFpAuSSnJ25hTGLpUIcj4Ky5gFcNWopEL4K7qpnYa9UFQbLt3jHv+lyuTtv2ZeHwulFmP6A5YpTZuLIp6GsrCg==';
    const publicKey = 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
    const headers = { ...HEADERS, 'webhook-signature': signature };
    expect(await verifyWebhook(headers, BODY, publicKey)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['a string', 'naïve 日本 👩‍👩‍👧'],
    ['a NUL', 'a\0b'],
    ['no text', ''],
  ])('verifies what the official library signs: %s', async (_, title) => {
    const body = JSON.stringify({ title });
    expect(await verifyWebhook(signedHeaders(body), body, SECRET)).toEqual({ title });
  });

  it('verifies a NUL in a header and in the bytes of a body', async () => {
    const id = 'evt\0';
    const body = Buffer.from('{"a":1}\0');
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${SECONDS}.`).update(body).digest('base64');
    const headers = { ...HEADERS, 'webhook-id': id, 'webhook-signature': `v1,${hmac}` };
    await expect(verifyWebhook(headers, body, SECRET)).rejects.toMatchObject(rejected('not valid JSON'));
    await expect(verifyWebhook(headers, '{"a":1}', SECRET)).rejects.toMatchObject(rejected('signature'));
  });

  it('verifies the bytes of a larger buffer', async () => {
    const bytes = Buffer.from(`xx${BODY}xx`).subarray(2, -2);
    expect(await verifyWebhook(HEADERS, bytes, SECRET)).toEqual(JSON.parse(BODY));
    expect(await verifyWebhook(HEADERS, new Uint8Array(bytes), SECRET)).toEqual(JSON.parse(BODY));
  });

  it.each<[string, Parameters<typeof verifyWebhook>[0]]>([
    ['Headers', new Headers(HEADERS)],
    ['Node.js', HEADERS satisfies IncomingHttpHeaders],
    ['mixed case', { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': `${SECONDS}`, 'Webhook-Signature': [SIGNATURE] }],
  ])('reads headers of %s', async (_, headers) => {
    expect(await verifyWebhook(headers, BODY, SECRET)).toMatchObject({ id: ID });
  });

  it('verifies an Ed25519 signature with a public key', async () => {
    const headers = { ...HEADERS, 'webhook-signature': ED25519 };
    expect(await verifyWebhook(headers, BODY, PUBLIC_KEY)).toMatchObject({ id: ID });
    const tampered = BODY.replace('"version":2', '"version":3');
    await expect(verifyWebhook(headers, tampered, PUBLIC_KEY)).rejects.toMatchObject(
      rejected('no valid v1a signature'),
    );
    const other = `whpk_${rawKey(generateKeyPairSync('ed25519').publicKey).toString('base64')}`;
    await expect(verifyWebhook(headers, BODY, other)).rejects.toMatchObject(rejected('signature'));
  });

  it.each([
    `v1,${'A'.repeat(43)}= ${SIGNATURE}`,
    `${ED25519} v2,x v1 ${SIGNATURE} v1,`,
    `v1,not*base64 ${SIGNATURE}`,
    ` ${SIGNATURE}`,
  ])('accepts any valid one of several signatures: %s', async (signatures) => {
    const headers = { ...HEADERS, 'webhook-signature': signatures };
    expect(await verifyWebhook(headers, BODY, SECRET)).toMatchObject({ id: ID });
  });

  it.each<[string, Partial<typeof HEADERS>, string]>([
    ['body', {}, BODY.replace('"version":2', '"version":3')],
    ['body by a space', {}, `${BODY} `],
    ['ID', { 'webhook-id': 'evt_1' }, BODY],
    ['timestamp', { 'webhook-timestamp': String(SECONDS + 1) }, BODY],
    ['timestamp by a zero', { 'webhook-timestamp': `0${SECONDS}` }, BODY],
    ['signature', { 'webhook-signature': SIGNATURE.replace('sksJ', 'sksK') }, BODY],
    ['signature by its end', { 'webhook-signature': SIGNATURE.slice(0, -8) }, BODY],
    ['signature to none', { 'webhook-signature': 'v1,' }, BODY],
    ['version of the signature', { 'webhook-signature': SIGNATURE.replace('v1', 'v2') }, BODY],
    ['separator of signatures', { 'webhook-signature': `v1,x,${SIGNATURE}` }, BODY],
    ['kind of the signature', { 'webhook-signature': ED25519 }, BODY],
  ])('rejects a change of the %s', async (_, change, body) => {
    await expect(verifyWebhook({ ...HEADERS, ...change }, body, SECRET)).rejects.toMatchObject(
      rejected('^webhook-signature has no valid v1 signature'),
    );
  });

  it('rejects a signature with the public key as a shared secret', async () => {
    const asSecret = PUBLIC_KEY.replace('whpk_', 'whsec_');
    const signature = new Webhook(asSecret).sign(ID, new Date(SECONDS * 1000), BODY);
    for (const forged of [signature, signature.replace('v1', 'v1a')])
      await expect(
        verifyWebhook({ ...HEADERS, 'webhook-signature': forged }, BODY, PUBLIC_KEY),
      ).rejects.toMatchObject(rejected('no valid v1a signature'));
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('rejects a missing %s', async (name) => {
    const message = rejected(`^Missing header: ${name}$`);
    for (const value of [undefined, ''])
      await expect(verifyWebhook({ ...HEADERS, [name]: value }, BODY, SECRET)).rejects.toMatchObject(message);
    const headers = new Headers(HEADERS);
    headers.delete(name);
    await expect(verifyWebhook(headers, BODY, SECRET)).rejects.toMatchObject(message);
  });

  it.each([0, 300, -300])('accepts a timestamp of %d seconds ago', async (age) => {
    const headers = signedHeaders(BODY, { seconds: SECONDS - age });
    expect(await verifyWebhook(headers, BODY, SECRET)).toMatchObject({ id: ID });
  });

  it.each([
    [301, '^webhook-timestamp is 301 seconds in the past \\(maximum 300\\)$'],
    [-301, '^webhook-timestamp is 301 seconds in the future \\(maximum 300\\)$'],
  ])('rejects a timestamp of %d seconds ago', async (age, message) => {
    const headers = signedHeaders(BODY, { seconds: SECONDS - age });
    await expect(verifyWebhook(headers, BODY, SECRET)).rejects.toMatchObject(rejected(message));
    expect(await verifyWebhook(headers, BODY, SECRET, { toleranceSeconds: 301 })).toMatchObject({ id: ID });
  });

  it('accepts any age with an infinite tolerance, and none with an invalid one', async () => {
    const headers = signedHeaders(BODY, { seconds: 1 });
    expect(await verifyWebhook(headers, BODY, SECRET, { toleranceSeconds: Infinity })).toMatchObject({
      id: ID,
    });
    await expect(verifyWebhook(HEADERS, BODY, SECRET, { toleranceSeconds: NaN })).rejects.toMatchObject(
      rejected('maximum NaN'),
    );
  });

  it.each(['1e9', '-1', `${SECONDS}.0`, '0x6', 'yesterday', ` ${SECONDS}`])(
    'rejects the timestamp %j',
    async (text) => {
      await expect(
        verifyWebhook({ ...HEADERS, 'webhook-timestamp': text }, BODY, SECRET),
      ).rejects.toMatchObject(rejected('^webhook-timestamp is not a number of seconds$'));
    },
  );

  it.each([
    '',
    'secret',
    SECRET.replace('whsec_', ''),
    SECRET.replace('whsec_', 'WHSEC_'),
    PUBLIC_KEY.replace('whpk_', 'whsk_'),
    'whsec_',
    'whsec_*',
    'whpk_AAEC',
    `\0${SECRET}`,
  ])('throws a TypeError without the secret for the secret %j', async (secret) => {
    await expect(verifyWebhook(HEADERS, BODY, secret)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'secret must be a valid secret (whsec_…) or public key (whpk_…)',
    });
  });

  it.each([[JSON.parse(BODY)], [null], [undefined]])(
    'throws a TypeError for a body that is not raw: %j',
    async (body) => {
      await expect(verifyWebhook(HEADERS, body as string, SECRET)).rejects.toMatchObject({
        name: 'TypeError',
        message: 'body must be the raw request body: a string or a Uint8Array',
      });
    },
  );

  it('throws an error that is an instance of its class', async () => {
    await expect(verifyWebhook({}, BODY, SECRET)).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});

/** Only compiled, not run. */
export function narrowsByType(event: WebhookEvent): unknown {
  if (event.type === 'feedback.status_changed')
    return event.data.previous?.status satisfies string | undefined;
  if (event.type === 'feedback.imported') return event.data.import.created satisfies number;
  // @ts-expect-error -- the item may have been deleted since
  if (event.type === 'feedback.created') return event.data.feedback.title;
  if (event.type === 'webhook.disabled') return event.data.webhook.url satisfies string;
  if (event.type === 'feedback.updated') return event.data.changed?.includes('title') satisfies unknown;
  if (event.type === 'webhook.test') return event.data.message satisfies string;
  return event.actor.type;
}
