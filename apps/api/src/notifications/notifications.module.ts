import { Module } from '@nestjs/common';
import { NotificationUseCases } from '@libs/accounts';
import {
  PostgresMembers,
  PostgresNotificationRepository,
  PostgresNotificationSettings,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import { KeyedMac } from '../keyed-mac';
import { newId } from '../new-id';
import { clock, SharedSecrets } from '../shared.module';
import { NotificationPurge } from './notification-purge';
import { UnsubscribeTokens } from '../unsubscribe/unsubscribe-token';

/** Wires notifications on PostgreSQL. */
@Module({
  providers: [
    {
      provide: NotificationUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new NotificationUseCases(
          {
            notifications: new PostgresNotificationRepository(dataSource),
            settings: new PostgresNotificationSettings(dataSource),
            members: new PostgresMembers(dataSource),
          },
          clock,
          newId,
        ),
    },
    {
      provide: NotificationPurge,
      inject: [NotificationUseCases],
      useFactory: (notifications: NotificationUseCases) => new NotificationPurge(notifications),
    },
    {
      provide: UnsubscribeTokens,
      inject: [SharedSecrets],
      useFactory: ({ unsubscribe }: SharedSecrets) => new UnsubscribeTokens(new KeyedMac(unsubscribe)),
    },
  ],
  exports: [NotificationUseCases, UnsubscribeTokens],
})
export class NotificationsModule {}
