import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@libs/kernel';
import { eventIdOf, type Event, type EventLog, type EventSelection, type EventType } from '../src';

export interface EventLogUnderTest {
  readonly log: EventLog;
  append(accountId: string, ...events: readonly Event[]): Promise<void>;
  /** Drops the events of all accounts, as if their retention period had ended. */
  dropAll(): Promise<void>;
}

export const anEvent = (type: EventType = 'feedback.created', more: Partial<Event> = {}): Event => ({
  id: eventIdOf(randomUUID()),
  type,
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: SYSTEM,
  data: { feedback: { id: randomUUID() }, version: 1 },
  ...more,
});

const ITEM = {
  id: '01900000-0000-7000-8000-000000000009',
  title: 'Dark mode',
  description: null,
  submitter_email: null,
  status: 'planned',
  source: 'api',
  created_at: '2026-03-03T09:00:00.000Z',
  updated_at: '2026-03-03T10:00:00.000Z',
  external_id: null,
  merged_into: null,
  duplicate_count: 0,
  request_count: 1,
  request_value: 0,
  unconfirmed_votes: 0,
  tags: [],
  assignee: null,
  links: [],
  public: null,
  context: null,
  verified: false,
};

/** Contract tests of `EventLog` (events.md 2). Every adapter runs all of them. */
export function eventLogContract(name: string, make: () => Promise<EventLogUnderTest>): void {
  describe(`EventLog, ${name}`, () => {
    let subject: EventLogUnderTest;
    let accountId: string;
    beforeAll(async () => {
      subject = await make();
    });
    beforeEach(() => {
      accountId = randomUUID();
    });

    const append = async (...types: readonly EventType[]) => {
      const events = types.map((type) => anEvent(type));
      await subject.append(accountId, ...events);
      return events;
    };
    const page = async (after: number | null, more: { types?: readonly string[]; limit?: number } = {}) => {
      const { events, ...rest } = await subject.log.list(accountId, { after, limit: 20, ...more });
      return { ...rest, ids: events.map(({ event }) => event.id) };
    };

    it('returns the events of the account as they were published, oldest first', async () => {
      const key = { type: 'api_key', id: randomUUID() } as const;
      const events = [
        anEvent('feedback.created', { actor: key }),
        anEvent('feedback.updated', {
          data: { feedback: ITEM, version: 2, previous: { title: 'x' } },
        }),
        anEvent('feedback.status_changed', {
          data: { feedback: ITEM, version: 2, previous: { status: 'new' } },
        }),
        anEvent('feedback.deleted', { data: { feedback: { id: ITEM.id, external_id: null }, version: 3 } }),
        anEvent('feedback.imported', { data: { import: { created: 1, existing: 2 } } }),
      ];
      await subject.append(accountId, ...events);
      await subject.append(randomUUID(), anEvent());
      const listed = await subject.log.list(accountId, { after: null, limit: 20 });
      expect(listed.events.map(({ event }) => event)).toEqual(
        events.map((event) => ({ ...event, id: expect.any(String) as string })),
      );
      expect(listed.hasMore).toBe(false);
    });

    it('continues after each page, without gaps and repeats', async () => {
      const events = await append(...Array<EventType>(5).fill('feedback.created'));
      const first = await page(null, { limit: 2 });
      const second = await page(first.next, { limit: 2 });
      const third = await page(second.next, { limit: 2 });
      expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false]);
      expect([...first.ids, ...second.ids, ...third.ids]).toHaveLength(events.length);
      expect(new Set([...first.ids, ...second.ids, ...third.ids]).size).toBe(events.length);
    });

    it('says that no more follow if the last page is full', async () => {
      await append('feedback.created', 'feedback.created');
      expect(await page(null, { limit: 2 })).toMatchObject({ hasMore: false });
    });

    it('moves on past the events of other accounts and types', async () => {
      const { next } = await page(null);
      await subject.append(randomUUID(), anEvent());
      await append('feedback.deleted');
      const empty = await page(next, { types: ['feedback.created'] });
      expect(empty).toMatchObject({ ids: [], hasMore: false });
      expect(empty.next).toBe(await subject.log.last());
      expect(empty.next).toBeGreaterThan(next);
    });

    it('returns only the types that were asked for', async () => {
      await append('feedback.created', 'feedback.updated', 'feedback.deleted', 'feedback.updated');
      const types = ['feedback.updated', 'feedback.deleted'];
      const { events } = await subject.log.list(accountId, { after: null, types, limit: 20 });
      expect(events.map(({ event }) => event.type)).toEqual([
        'feedback.updated',
        'feedback.deleted',
        'feedback.updated',
      ]);
    });

    it('returns only events about an item, and by or not by an actor', async () => {
      const key = { type: 'api_key', id: randomUUID() } as const;
      const other = randomUUID();
      const asked = { id: randomUUID(), feedback_id: ITEM.id, source: 'api', count: 1 };
      const deleted = { id: other, external_id: 'board:17' };
      const counts = { id: other, request_count: 2, request_value: 0 };
      await subject.append(
        accountId,
        anEvent('feedback.created', { actor: key, data: { feedback: ITEM, version: 1 } }),
        anEvent('feedback.deleted', { data: { feedback: deleted, version: 1 } }),
        anEvent('request.created', { actor: key, data: { request: asked, feedback: counts } }),
        anEvent('feedback.imported', { data: { import: { created: 1, existing: 2 } } }),
        anEvent('note.created', { data: { note: { id: randomUUID(), feedback_id: ITEM.id } } }),
      );
      const found = async (selection: EventSelection) => {
        const { events } = await subject.log.list(accountId, { after: null, limit: 20, ...selection });
        const newest = await subject.log.newest(accountId, { before: null, limit: 20, ...selection });
        expect(newest.events).toEqual(events.toReversed());
        const deletion = events.find(({ event }) => event.type === 'feedback.deleted');
        if (deletion) expect(deletion.event.data.feedback).toEqual(deleted);
        return events.map(({ event }) => event.type);
      };
      const all = [
        'feedback.created',
        'feedback.deleted',
        'request.created',
        'feedback.imported',
        'note.created',
      ];
      expect(await found({ itemId: ITEM.id })).toEqual([all[0], all[2], all[4]]);
      expect(await found({ itemId: other })).toEqual([all[1], all[2]]);
      expect(await found({ itemId: randomUUID() })).toEqual([]);
      for (const actor of [key.id, 'api_key']) {
        expect(await found({ actor })).toEqual([all[0], all[2]]);
        expect(await found({ excludedActor: actor })).toEqual([all[1], all[3], all[4]]);
      }
      expect(await found({ actor: 'system', itemId: other })).toEqual([all[1]]);
    });

    it('starts after a position in the future only later', async () => {
      await append('feedback.created');
      const future = (await subject.log.last()) + 1_000_000_000;
      expect(await page(future)).toMatchObject({ ids: [], next: future });
    });

    describe('newest', () => {
      const newest = async (
        before: number | null,
        more: { types?: readonly string[]; limit?: number } = {},
      ) => {
        const { events, ...rest } = await subject.log.newest(accountId, { before, limit: 20, ...more });
        return { ...rest, events: events.map(({ event }) => event) };
      };

      it('returns the events of the account in the reverse order', async () => {
        await append('feedback.created', 'feedback.updated', 'feedback.deleted');
        await subject.append(randomUUID(), anEvent());
        const listed = await subject.log.list(accountId, { after: null, limit: 20 });
        const { events, next } = await subject.log.newest(accountId, { before: null, limit: 20 });
        expect(events).toHaveLength(3);
        expect([events, next]).toEqual([listed.events.toReversed(), null]);
      });

      it('continues before each page, without gaps and repeats, also while events are added', async () => {
        await append(...Array<EventType>(4).fill('feedback.created'));
        const { ids } = await page(null);
        const first = await newest(null, { limit: 2 });
        await append('feedback.deleted');
        const second = await newest(first.next, { limit: 2 });
        expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(ids.toReversed());
        expect([first.next === null, second.next]).toEqual([false, null]);
      });

      it('returns only the types that were asked for', async () => {
        await append('feedback.created', 'feedback.updated', 'feedback.deleted', 'feedback.updated');
        const { events } = await newest(null, { types: ['feedback.updated', 'feedback.deleted'] });
        const types = ['feedback.updated', 'feedback.deleted', 'feedback.updated'];
        expect(events.map(({ type }) => type)).toEqual(types);
      });

      it('names the present, after which later events are', async () => {
        await append('feedback.created');
        const { last } = await newest(null);
        expect(await page(last)).toMatchObject({ ids: [] });
        await append('feedback.deleted');
        expect((await page(last)).ids).toEqual([(await newest(null)).events[0]!.id]);
      });

      it('is empty without events, and before events that have been dropped', async () => {
        expect(await newest(null)).toMatchObject({ events: [], next: null });
        await append('feedback.created', 'feedback.created');
        const { next } = await newest(null, { limit: 1 });
        await subject.dropAll();
        expect(await newest(next)).toMatchObject({ events: [], next: null });
      });
    });

    it('has nothing after the present until the next event', async () => {
      await append('feedback.created');
      const present = await subject.log.last();
      expect(await page(present)).toMatchObject({ ids: [], hasMore: false, next: present });
      await append('feedback.deleted');
      expect((await page(present)).ids).toHaveLength(1);
    });

    it('names the accounts with events after a position', async () => {
      const present = await subject.log.last();
      const other = randomUUID();
      await append('feedback.created');
      expect(await subject.log.accountsAfter(present, [other, accountId])).toEqual([accountId]);
      expect(await subject.log.accountsAfter(await subject.log.last(), [other, accountId])).toEqual([]);
    });

    it('removes the events of one account', async () => {
      const other = randomUUID();
      await append('feedback.created', 'feedback.deleted');
      await subject.append(other, anEvent());
      await subject.log.removeAll(accountId);
      expect((await page(null)).ids).toEqual([]);
      expect((await subject.log.list(other, { after: null, limit: 20 })).events).toHaveLength(1);
    });

    it('remembers the position of the last dropped event', async () => {
      const { dropped } = await page(null);
      await append('feedback.created');
      const last = await subject.log.last();
      await subject.dropAll();
      expect(last).toBeGreaterThan(dropped);
      expect(await page(null)).toMatchObject({ ids: [], dropped: last });
      await append('feedback.created');
      expect((await page(null)).ids).toHaveLength(1);
    });
  });
}
