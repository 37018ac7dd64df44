import { generateKeyPairSync } from 'node:crypto';
import { PublishedKeysCache } from './published-keys-cache';

const URL = 'https://customer.example/jwks.json';
const jwk = (kid: string) => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  kid,
});
const MINUTE = 60_000;

/** identity.md 2 */
describe('PublishedKeysCache', () => {
  let now: number;
  let reads: string[];
  let respond: (url: string) => Promise<string>;
  let cache: PublishedKeysCache;
  const respondWith = (...keys: object[]) => (respond = async () => JSON.stringify({ keys }));
  const find = async (kid: string | null = null, account = 'a', url = URL) =>
    (await cache.find(account, url, kid))?.map((key) => key.kid) ?? null;

  beforeEach(() => {
    now = Date.UTC(2026, 2, 3);
    reads = [];
    respondWith(jwk('k1'));
    const read = (url: string) => (reads.push(url), respond(url));
    cache = new PublishedKeysCache(read, () => new Date(now));
  });

  it('reads the keys of each account once in ten minutes', async () => {
    for (let n = 0; n < 3; n++) expect(await find('k1')).toEqual(['k1']);
    expect(reads).toEqual([URL]);
    await find('k1', 'b');
    now += 10 * MINUTE;
    respondWith(jwk('k2'));
    expect(await find()).toEqual(['k2']);
    expect(reads).toHaveLength(3);
  });

  it('reads them again for an unknown kid, at most once a minute', async () => {
    await find();
    respondWith(jwk('k1'), jwk('k2'));
    for (let n = 0; n < 3; n++) expect(await find('k2')).toEqual(['k1']);
    expect(reads).toHaveLength(1);
    now += MINUTE;
    expect(await find('k2')).toEqual(['k1', 'k2']);
    for (let n = 0; n < 3; n++) await find('k3');
    expect(reads).toHaveLength(2);
  });

  it('reads them once for concurrent requests of an account', async () => {
    let answer = (_text: string) => {};
    respond = () => new Promise((resolve) => (answer = resolve));
    const all = [find('k1'), find('k1'), find('k2')];
    answer(JSON.stringify({ keys: [jwk('k1')] }));
    expect(await Promise.all(all)).toEqual([['k1'], ['k1'], ['k1']]);
    expect(reads).toHaveLength(1);
  });

  it('keeps them for a day while they cannot be read, and tries once a minute', async () => {
    await find();
    respond = () => Promise.reject(new Error('responded with status 500'));
    now += 10 * MINUTE;
    for (let n = 0; n < 3; n++) expect(await find()).toEqual(['k1']);
    expect(reads).toHaveLength(2);
    now += 24 * 60 * MINUTE;
    expect(await find()).toBeNull();
    respondWith(jwk('k2'));
    expect(await find()).toBeNull();
    now += MINUTE;
    expect(await find()).toEqual(['k2']);
  });

  it('forgets the keys of another URL', async () => {
    await find();
    respond = () => Promise.reject(new Error('responded with status 404'));
    expect(await find(null, 'a', `${URL}?2`)).toBeNull();
  });

  it.each(['', '[]', '{}', '{"keys":{}}', '<html>'])('takes %j for no keys', async (text) => {
    respond = async () => text;
    expect(await find()).toBeNull();
  });

  it('ignores keys for other purposes, and more than 20', async () => {
    const others = [{ kty: 'oct', k: 'AAAA' }, { ...jwk('e'), use: 'enc' }, 5, null];
    respondWith(...(others as object[]), ...Array.from({ length: 20 }, (_, i) => jwk(`k${i}`)));
    expect(await find()).toHaveLength(16);
  });
});
