import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
  textOf,
} from './idempotency.http';

const keyOf = (header: string | undefined) => idempotencyKeyOf({ headers: { 'idempotency-key': header } });
const rejected = { code: 'invalid_idempotency_key', kind: 'validation' };
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const aKey = fc.array(visible, { minLength: 1, maxLength: 255 }).map((characters) => characters.join(''));
const quoted = (key: string) => `"${key.replace(/["\\]/g, '\\$&')}"`;

describe('idempotencyKeyOf', () => {
  it('returns null without the header', () => expect(keyOf(undefined)).toBeNull());

  it('parses a quoted key with any visible characters', () => {
    fc.assert(fc.property(aKey, (key) => expect(keyOf(quoted(key))).toBe(key)));
  });

  it('returns a key without quotes unchanged', () => {
    const bare = aKey.filter((key) => !key.startsWith('"'));
    fc.assert(fc.property(bare, (key) => expect(keyOf(key)).toBe(key)));
  });

  it('returns only keys of 1 to 255 visible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
        let key: string | null;
        try {
          key = keyOf(header);
        } catch (error) {
          expect(error).toMatchObject(rejected);
          return;
        }
        expect(key).toMatch(/^[!-~]{1,255}$/);
      }),
    );
  });

  it('rejects a key that is too long, and does not count escapes', () => {
    expect(keyOf(`"${'\\"'.repeat(255)}"`)).toBe('"'.repeat(255));
    for (const header of ['x'.repeat(256), `"${'\\"'.repeat(256)}"`]) {
      expect(() => keyOf(header)).toThrow(expect.objectContaining(rejected));
    }
  });

  it('rejects a long unterminated string quickly', () => {
    const microseconds = () => {
      const started = process.cpuUsage();
      expect(() => keyOf(`"${'\\\\'.repeat(8_000)}`)).toThrow();
      return process.cpuUsage(started).user;
    };
    // The fastest of three: other threads of the process, such as those of the garbage collector, count too.
    expect(Math.min(microseconds(), microseconds(), microseconds())).toBeLessThan(100_000);
  });
});

describe('idempotentRequestOf', () => {
  const request = { method: 'POST', routeOptions: { url: '/api/v1/feedback' } } as FastifyRequest;
  const elsewhere = { method: 'POST', routeOptions: { url: '/api/v1/feedback/batch' } } as FastifyRequest;
  const fingerprint = (body: object, at = request) =>
    idempotentRequestOf({ bucketId: 'b' }, 'k', operationOf(at), body).fingerprint;
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    );
  };

  it('has the same fingerprint for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        expect(fingerprint(shuffled(body) as object)).toBe(fingerprint(body));
      }),
    );
  });

  it('has different fingerprints for different requests', () => {
    const bodies = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(fingerprint(one) === fingerprint(other)).toBe(isSame);
      }),
    );
    expect(fingerprint({}, elsewhere)).not.toBe(fingerprint({}));
    expect(fingerprint({ updates: [1, 2] })).not.toBe(fingerprint({ updates: [2, 1] }));
    expect(fingerprint({})).toMatch(/^[\w-]{43}$/);
  });

  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const names = Object.keys(value).sort();
    return names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]);
  }
});

describe('sendStoredResponse', () => {
  function sent(text: string, isReplay: boolean) {
    const seen: Record<string, string> = {};
    let status = 0;
    const reply = {
      code: (code: number) => ((status = code), reply),
      headers: (more: object) => (Object.assign(seen, more), reply),
      header: (name: string, value: string) => ((seen[name] = value), reply),
      type: (type: string) => ((seen['content-type'] = type), reply),
    };
    const body = sendStoredResponse(reply as unknown as FastifyReply, { text, isReplay });
    return { status, headers: seen, body };
  }

  it('sends the stored status, headers, and body', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.stringMatching(/^x-[a-z]+$/), fc.string()),
        (body, headers) => {
          const response = sent(textOf({ status: 201, headers, body }), true);
          expect(response).toEqual({
            status: 201,
            headers: {
              ...headers,
              'content-type': 'application/json; charset=utf-8',
              'idempotent-replayed': 'true',
            },
            body: JSON.stringify(body),
          });
        },
      ),
    );
  });

  it('does not mark the first response as a replay', () => {
    const text = textOf({ status: 200, headers: {}, body: {} });
    expect(sent(text, false).headers).toEqual({ 'content-type': 'application/json; charset=utf-8' });
  });
});
