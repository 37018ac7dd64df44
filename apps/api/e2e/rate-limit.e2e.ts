import type { Plan } from '@libs/accounts';
import { Logger } from '@nestjs/common';
import { describeWithRedis, startRedisServer } from '@libs/redis/testing';
import { Client, type HttpResponse, docUrl } from './support/client';
import { Service } from './support/service';
import { useService } from './support/use-service';

/** rate-limits.md 1 to rate-limits.md 5 over HTTP. The tests of the stores cover the arithmetic of windows. */
const base = '/api/v1/feedback';
const DEFAULTS = {
  RATE_LIMIT_HOUR_FREE: '100',
  RATE_LIMIT_HOUR_PRO: '100',
  RATE_LIMIT_MINUTE_FREE: '10',
  RATE_LIMIT_MINUTE_PRO: '60',
};

/** Parses `"hour";r=99;t=3600, "minute";r=9;t=60` into numbers by policy and parameter. */
function parsed(header: unknown): Record<string, Record<string, number>> {
  if (header === undefined) return {};
  return Object.fromEntries(
    String(header)
      .split(', ')
      .map((member) => {
        const [name = '', ...parameters] = member.split(';');
        const numbers = parameters.map((parameter) => parameter.split('=') as [string, string]);
        return [JSON.parse(name) as string, Object.fromEntries(numbers.map(([k, v]) => [k, Number(v)]))];
      }),
  );
}

const legacyHeaders = ({ headers }: HttpResponse) => [
  headers['x-ratelimit-limit'],
  headers['x-ratelimit-remaining'],
  headers['x-ratelimit-reset'],
];

describe.each(['memory', 'postgres'])('rate limits, counted in %s', (RATE_LIMIT_STORE) => {
  const { service, client } = useService({
    ...DEFAULTS,
    RATE_LIMIT_STORE,
    RATE_LIMIT_HOUR_PRO: '3',
    AUTH_FAILURES_PER_MINUTE: '12',
  });

  it('count a submit key from another origin as a failed authentication, not against its quota', async () => {
    const origin = 'https://page.example';
    const { id } = await service.account();
    const { key } = await service.issue(id, { permission: 'submit', origins: [origin] });
    const submit = (headers: Record<string, string>) =>
      client.call('POST', base, { key, headers, body: { title: 'T' } });
    for (let n = 0; n < 12; n++) {
      const response = await submit(n % 2 ? { origin: 'https://copy.example' } : {});
      expect([response.status, response.json.error.code]).toEqual([403, 'origin_not_allowed']);
      expect(response.headers).not.toHaveProperty('ratelimit');
    }
    const blocked = await submit({ origin: 'https://copy.example' });
    expect([blocked.status, blocked.json.error.code]).toEqual([429, 'too_many_auth_failures']);
    const own = await submit({ origin });
    expect([own.status, own.headers['x-ratelimit-remaining']]).toEqual([201, '9']);
    const read = await client.call('GET', base, { key, headers: { origin } });
    expect([read.status, read.headers['x-ratelimit-remaining']]).toEqual([403, '8']);
  });

  it('apply both limits of the Free plan (rate-limits.md 1)', async () => {
    const { key } = await service.account('free');
    const start = Date.now();
    for (let n = 1; n <= 10; n++) {
      const before = Math.floor(Date.now() / 1000);
      const response = await client.call('GET', base, { key });
      const after = Math.ceil(Date.now() / 1000);
      expect(response.status).toBe(200);
      expect(parsed(response.headers['ratelimit-policy'])).toEqual({
        hour: { q: 100, w: 3600 },
        minute: { q: 10, w: 60 },
      });
      const state = parsed(response.headers['ratelimit']);
      expect(state).toMatchObject({ hour: { r: 100 - n }, minute: { r: 10 - n } });
      const elapsed = Math.ceil((Date.now() - start) / 1000);
      expect(state['hour']!['t']).toBeGreaterThanOrEqual(3600 - elapsed);
      expect(state['minute']!['t']).toBeGreaterThanOrEqual(60 - elapsed);
      const [limit, remaining, reset] = legacyHeaders(response);
      expect([limit, remaining]).toEqual(['10', String(10 - n)]);
      const at = Number(reset) - state['minute']!['t']!;
      expect(at).toBeGreaterThanOrEqual(before - 1);
      expect(at).toBeLessThanOrEqual(after + 1);
      expect(response.headers).not.toHaveProperty('retry-after');
    }
    const rejected = await client.call('GET', base, { key });
    expect(rejected.status).toBe(429);
    const state = parsed(rejected.headers['ratelimit']);
    expect(state).toMatchObject({ hour: { r: 90 }, minute: { r: 0 } });
    const seconds = state['minute']!['t'];
    expect(rejected.headers['retry-after']).toBe(String(seconds));
    expect(rejected.json.error).toEqual({
      type: 'rate_limit_error',
      message: `Rate limit exceeded: 10 requests per minute. Retry in ${seconds} seconds.`,
      code: 'rate_limit_exceeded',
      doc_url: docUrl('rate_limit_exceeded'),
      request_id: rejected.headers['x-request-id'],
    });
    const again = await client.call('GET', base, { key });
    expect(parsed(again.headers['ratelimit'])).toMatchObject({ hour: { r: 90 }, minute: { r: 0 } });
  });

  /** rate-limits.md 3 */
  it('count all endpoints and responses of a key against one quota', async () => {
    const { key, id: accountId } = await service.account('free');
    const remaining = async (method: string, path: string, more: object = {}) => {
      const response = await client.call(method, path, { key, ...more });
      return parsed(response.headers['ratelimit'])['minute']?.['r'];
    };
    expect(await remaining('GET', base)).toBe(9);
    expect(await remaining('POST', base, { body: { title: 'T' } })).toBe(8);
    expect(await remaining('HEAD', base)).toBe(7);
    expect(await remaining('GET', `${base}/x`)).toBe(6);
    expect(await remaining('PUT', base)).toBe(5);
    expect(await remaining('GET', '/api/v1/nothing')).toBe(4);
    expect(await remaining('POST', base, { body: 'x', headers: { 'content-type': 'text/plain' } })).toBe(3);
    expect(
      await remaining('POST', base, {
        body: `"${'x'.repeat(300_000)}"`,
        headers: { 'content-type': 'application/json' },
      }),
    ).toBe(2);
    expect(await remaining('OPTIONS', base)).toBeUndefined();
    expect(await remaining('GET', `${base}?limit=0`)).toBe(1);
    const { key: another } = await service.issue(accountId);
    const response = await client.call('GET', base, { key: another });
    expect(parsed(response.headers['ratelimit'])['minute']!['r']).toBe(9);
  });

  it('allow 60 requests per minute on the Pro plan, and report the tighter limit', async () => {
    const { key } = await service.account('pro');
    for (let n = 1; n <= 3; n++) {
      const response = await client.call('GET', base, { key });
      expect(parsed(response.headers['ratelimit'])).toMatchObject({
        hour: { r: 3 - n },
        minute: { r: 60 - n },
      });
      expect(legacyHeaders(response).slice(0, 2)).toEqual(['3', String(3 - n)]);
    }
    const rejected = await client.call('GET', base, { key });
    expect(rejected.status).toBe(429);
    expect(rejected.json.error.message).toMatch(
      /^Rate limit exceeded: 3 requests per hour\. Retry in 3\d{3} seconds\.$/,
    );
    expect(parsed(rejected.headers['ratelimit'])).toMatchObject({ hour: { r: 0 }, minute: { r: 57 } });
  });

  describe('that are disabled', () => {
    const disabled = useService({ RATE_LIMIT_STORE, RATE_LIMIT_MINUTE_FREE: '10' });

    it('have no header; none is sent if both are disabled', async () => {
      const get = async (plan: Plan) => {
        const { key } = await disabled.service.account(plan);
        return (await disabled.client.call('GET', base, { key })).headers;
      };
      const free = await get('free');
      expect(Object.keys(parsed(free['ratelimit']))).toEqual(['minute']);
      expect(Object.keys(parsed(free['ratelimit-policy']))).toEqual(['minute']);
      const pro = Object.keys(await get('pro'));
      expect(pro.filter((name) => name.includes('ratelimit'))).toEqual([]);
    });
  });
});

/** rate-limits.md 2: two instances apply one quota. */
async function expectOneQuota(settings: Record<string, string>): Promise<void> {
  const env = { ...DEFAULTS, ...settings };
  const first = await Service.start(env);
  const second = await Service.start(env, { database: first.database });
  const clients = [new Client(first), new Client(second)];
  try {
    const { key } = await first.account('free');
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => clients[i % 2]!.call('GET', base, { key })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
  } finally {
    clients.forEach((client) => client.close());
    await second.stop();
    await first.stop();
  }
}

describe('two instances', () => {
  it('share one quota per key in PostgreSQL', () => expectOneQuota({ RATE_LIMIT_STORE: 'postgres' }));
});

describeWithRedis('two instances', () => {
  it('share one quota per key in Redis, and count alone and warn while it is down', async () => {
    const redis = await startRedisServer();
    try {
      await expectOneQuota({ REDIS_URL: redis.url });
      await redis.stop();
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
      const service = await Service.start({ ...DEFAULTS, REDIS_URL: redis.url });
      const client = new Client(service);
      try {
        const { key } = await service.account('free');
        for (let n = 1; n <= 3; n++) {
          const { headers } = await client.call('GET', base, { key });
          expect(headers['x-ratelimit-remaining']).toBe(String(10 - n));
        }
        expect(warn.mock.calls).toEqual([
          [expect.stringMatching(/^Redis is unavailable, so each process counts its own requests: /)],
        ]);
      } finally {
        client.close();
        await service.stop();
      }
    } finally {
      jest.restoreAllMocks();
      await redis.stop();
    }
  });
});
