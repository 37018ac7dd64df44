import { NotificationUseCases } from '@libs/accounts';
import {
  PostgresMembers,
  PostgresNotificationRepository,
  PostgresNotificationSettings,
} from '@libs/postgres';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { newId } from '../new-id';

/** Notifications on PostgreSQL. */
export function createNotifications(db: DataSource): NotificationUseCases {
  const stores = {
    notifications: new PostgresNotificationRepository(db),
    settings: new PostgresNotificationSettings(db),
    members: new PostgresMembers(db),
  };
  return new NotificationUseCases(stores, clock, newId);
}
