import { parse } from '@libs/kernel';
import { InMemoryFeedbackTools, InMemoryService } from '../testing';
import { allTime } from './all-time';
import { ARGUMENTS } from './rules';

/** mcp.md 4 */
describe('statistics without from', () => {
  const newTools = async (...times: string[]) => {
    const service = new InMemoryService();
    const tools = new InMemoryFeedbackTools('acme', service);
    for (const [i, at] of times.entries()) {
      service.now = Date.parse(at);
      await tools.create(parse(ARGUMENTS.create, { title: `Item ${i}` }));
    }
    return tools;
  };
  const stats = (query: object) => parse(ARGUMENTS.stats, { metric: 'created', ...query });

  it('begin with the oldest item, also a merged one, and count all items', async () => {
    const tools = await newTools('2022-05-03T23:30:00Z', '2025-01-01T00:00:00Z', '2026-03-03T10:00:00Z');
    const { items } = await tools.list(parse(ARGUMENTS.list, {}));
    const [newest, , oldest] = items;
    await tools.update(parse(ARGUMENTS.update, { id: oldest!.id, merged_into: newest!.id }));
    const query = await allTime(tools, stats({}));
    expect(query).toEqual({ metric: 'created', interval: 'month', from: '2022-05-03' });
    expect(await tools.stats(query)).toMatchObject({
      from: '2022-05-03',
      to: '2026-03-03',
      total: { count: 3 },
    });
    expect(await allTime(tools, stats({ time_zone: 'Europe/Berlin' }))).toMatchObject({ from: '2022-05-04' });
  });

  it('keep a given range and interval', async () => {
    const tools = await newTools('2026-03-01T10:00:00Z');
    const range = stats({ from: '2026-03-02', to: '2026-03-04' });
    expect(await allTime(tools, range)).toEqual(range);
    expect(await allTime(tools, stats({ interval: 'week' }))).toMatchObject({ interval: 'week' });
    expect(await allTime(tools, stats({ to: '2025-03-04' }))).toMatchObject({ from: '2025-03-04' });
  });

  it('have the default range if there are no items', async () => {
    expect(await allTime(await newTools(), stats({}))).toEqual(stats({}));
  });
});
