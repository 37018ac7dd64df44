import { Module } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { AddressLimit } from '../http/address-limit';
import { LimitsModule } from '../limits/limits.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { UnsubscribeController } from './unsubscribe.controller';

const INVALID_PER_MINUTE = 30;

/** The page behind links in messages. */
@Module({
  imports: [LimitsModule, NotificationsModule],
  controllers: [UnsubscribeController],
  providers: [
    {
      provide: AddressLimit,
      inject: [ThrottlerStorage],
      useFactory: (storage: ThrottlerStorage) =>
        new AddressLimit(storage, 'unsubscribe', [{ name: 'minute', limit: INVALID_PER_MINUTE }]),
    },
  ],
})
export class UnsubscribeModule {}
