import { Module } from '@nestjs/common';
import { EventFeed } from '@libs/webhooks';
import { maintainEventPartitions, poolOf, PostgresEventLog, publishChanges } from '@libs/postgres';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { OBSERVER, type Observer } from '../metrics/observer';
import { clock, CONFIG, SharedSecrets } from '../shared.module';
import { EventCursors } from './event-cursor';
import { EventPublication } from './event-publication';
import { EventStreams } from './event-streams';
import { LiveEvents } from './live-events';
import { DeliveryWorker } from '../webhooks/sending/delivery-worker';
import { WebhooksModule } from '../webhooks/webhooks.module';

/** Wires the event log on PostgreSQL. */
@Module({
  imports: [WebhooksModule],
  providers: [
    {
      provide: PostgresEventLog,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new PostgresEventLog(dataSource),
    },
    {
      provide: EventFeed,
      inject: [PostgresEventLog],
      useFactory: (log: PostgresEventLog) => new EventFeed(log),
    },
    {
      provide: EventCursors,
      inject: [SharedSecrets],
      useFactory: (secrets: SharedSecrets) => new EventCursors(secrets.cursor),
    },
    {
      provide: EventStreams,
      inject: [PostgresEventLog, EventFeed, EventCursors],
      useFactory: (log: PostgresEventLog, feed: EventFeed, cursors: EventCursors) =>
        new EventStreams(new LiveEvents(feed, log), cursors),
    },
    {
      provide: EventPublication,
      inject: [DataSource, CONFIG, DeliveryWorker, OBSERVER],
      useFactory: (
        dataSource: DataSource,
        { EVENT_RETENTION_DAYS: days }: Config,
        worker: DeliveryWorker,
        observer: Observer,
      ) =>
        new EventPublication(
          {
            publish: async () => {
              const published = await publishChanges(poolOf(dataSource));
              if (published) observer.eventsPublished(published.events);
              return published;
            },
            maintainPartitions: () => maintainEventPartitions(poolOf(dataSource), days, clock()),
          },
          () => worker.announce(),
        ),
    },
  ],
  exports: [EventCursors, EventFeed, EventPublication, EventStreams],
})
export class EventsModule {}
