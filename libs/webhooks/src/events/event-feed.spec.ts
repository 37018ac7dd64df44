import { anEvent, InMemoryEventLog } from '../../testing';
import { EventFeed } from './event-feed';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

/** events.md 2 */
describe('EventFeed', () => {
  it('rejects a cursor after which events have been dropped', async () => {
    const log = new InMemoryEventLog();
    const feed = new EventFeed(log);
    log.append(ACCOUNT, anEvent());
    const beforeLast = await log.last();
    log.append(ACCOUNT, anEvent());
    const last = await log.last();
    log.dropAll();
    await expect(feed.list(ACCOUNT, { after: beforeLast, limit: 20 })).rejects.toMatchObject({
      kind: 'gone',
      code: 'cursor_expired',
    });
    // A client that has read everything misses nothing, however long ago.
    expect(await feed.list(ACCOUNT, { after: last, limit: 20 })).toMatchObject({ events: [] });
    expect(await feed.list(ACCOUNT, { after: null, limit: 20 })).toMatchObject({ events: [] });
    expect(await feed.list(ACCOUNT, { after: null, since: 0, limit: 20 })).toMatchObject({ events: [] });
  });

  it('returns the position of the present after latest', async () => {
    const log = new InMemoryEventLog();
    log.append(ACCOUNT, anEvent());
    const page = await new EventFeed(log).list(ACCOUNT, { after: 'latest', limit: 20 });
    expect(page).toEqual({ events: [], next: await log.last(), hasMore: false });
  });
});
