import { Module } from '@nestjs/common';
import { NotificationUseCases } from '@libs/accounts';
import {
  PostgresMembers,
  PostgresNotificationRepository,
  PostgresNotificationSettings,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock, newId } from '../shared.module';
import { NotificationPurge } from './notification-purge';

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
  ],
  exports: [NotificationUseCases],
})
export class NotificationsModule {}
