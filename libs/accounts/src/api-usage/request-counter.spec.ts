import { aKey, anAccount, InMemoryApiUsage } from '../../testing';
import { ApiUsageUseCases } from './api-usage.use-cases';
import { RequestCounter } from './request-counter';

const ACCOUNT = 'a';
const ANY_KEY = { find: async () => ({ key: aKey(), account: anAccount() }) };

/** api-keys.md 8 */
describe('RequestCounter', () => {
  let now: number;
  let usage: InMemoryApiUsage;
  const clock = () => new Date(now);
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    usage = new InMemoryApiUsage(ANY_KEY);
  });
  const counted = async () =>
    (await usage.list(ACCOUNT, '')).map(({ keyId, date, accepted, rateLimited, failed }) => [
      keyId,
      date,
      [accepted, rateLimited, failed],
    ]);

  it('counts accepted requests, 429, and other errors by key', async () => {
    const counter = new RequestCounter(usage, clock);
    for (const status of [200, 201, 204, 304, 429, 400, 403, 404, 499, 500]) counter.count('k1', status);
    counter.count('k2', 200);
    await counter.flush();
    expect(await counted()).toEqual([
      ['k1', '2026-03-03', [4, 1, 5]],
      ['k2', '2026-03-03', [1, 0, 0]],
    ]);
  });

  it('stores each request once, and adds to what others stored', async () => {
    const [one, other] = [new RequestCounter(usage, clock), new RequestCounter(usage, clock)];
    for (const counter of [one, other, one]) counter.count('k1', 200);
    for (const counter of [one, other, one]) await counter.flush();
    one.count('k1', 200);
    await one.flush();
    expect(await counted()).toEqual([['k1', '2026-03-03', [4, 0, 0]]]);
  });

  it('counts a request on the day in UTC on which it ends, also after the clock was set back', async () => {
    const counter = new RequestCounter(usage, clock);
    for (const time of ['03T23:59:59.999', '04T00:00:00.000', '04T23:59:59.999', '03T12:00:00.000']) {
      now = Date.parse(`2026-03-${time}Z`);
      counter.count('k1', 200);
    }
    await counter.flush();
    expect(await counted()).toEqual([
      ['k1', '2026-03-03', [2, 0, 0]],
      ['k1', '2026-03-04', [2, 0, 0]],
    ]);
  });

  it('keeps what it could not store, with what was counted meanwhile', async () => {
    const counter = new RequestCounter(usage, clock);
    counter.count('k1', 200);
    const add = jest.spyOn(usage, 'add').mockImplementationOnce(async () => {
      counter.count('k1', 200);
      counter.count('k2', 429);
      throw new Error('down');
    });
    await expect(counter.flush()).rejects.toThrow('down');
    counter.count('k1', 500);
    await counter.flush();
    expect(await counted()).toEqual([
      ['k1', '2026-03-03', [2, 0, 1]],
      ['k2', '2026-03-03', [0, 1, 0]],
    ]);
    add.mockClear();
    await counter.flush();
    expect(add).not.toHaveBeenCalled();
  });
});

describe('ApiUsageUseCases', () => {
  it('returns and keeps 30 days, with the current one', async () => {
    const usage = new InMemoryApiUsage(ANY_KEY);
    const useCases = new ApiUsageUseCases(usage, () => new Date('2026-03-30T23:59:59.999Z'));
    const on = (date: string) => ({ keyId: 'k1', date, accepted: 1, rateLimited: 0, failed: 0 });
    await usage.add([on('2026-02-28'), on('2026-03-01'), on('2026-03-30')]);
    expect(await useCases.list(ACCOUNT)).toEqual({
      first: '2026-03-01',
      last: '2026-03-30',
      requests: [on('2026-03-01'), on('2026-03-30')],
    });
    expect(await useCases.removeOld()).toBe(1);
    expect(await useCases.removeOld()).toBe(0);
    expect(await usage.list(ACCOUNT, '')).toEqual([on('2026-03-01'), on('2026-03-30')]);
  });
});
