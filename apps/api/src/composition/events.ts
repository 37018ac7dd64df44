import { maintainEventPartitions, poolOf, PostgresEventLog, publishChanges } from '@libs/postgres';
import { EventFeed } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { EventCursors } from '../events/event-cursor';
import { EventPublication } from '../events/event-publication';
import { EventStreams } from '../events/event-streams';
import { LiveEvents } from '../events/live-events';
import type { Observer } from '../metrics/observer';

interface EventOptions {
  readonly retentionDays: number;
  readonly cursorSecret: Uint8Array;
  readonly observer: Observer;
  /** Called after deliveries of events were queued. */
  readonly onQueued: () => void;
}

/** The event log on PostgreSQL: who publishes, and who reads. */
export function createEvents(db: DataSource, options: EventOptions) {
  const { retentionDays, cursorSecret, observer, onQueued } = options;
  const log = new PostgresEventLog(db);
  const feed = new EventFeed(log);
  const cursors = new EventCursors(cursorSecret);
  const store = {
    publish: async () => {
      const published = await publishChanges(poolOf(db));
      if (published) observer.eventsPublished(published.events);
      return published;
    },
    maintainPartitions: () => maintainEventPartitions(poolOf(db), retentionDays, clock()),
  };
  return {
    feed,
    cursors,
    streams: new EventStreams(new LiveEvents(feed, log), cursors),
    publication: new EventPublication(store, onQueued),
  };
}
