import { Module } from '@nestjs/common';
import { LimitStores } from '../composition/limits';
import { AddressLimit } from '../http/address-limit';
import { UnsubscribeController } from './unsubscribe.controller';

const INVALID_PER_MINUTE = 30;

/** The page behind links in messages. */
@Module({
  controllers: [UnsubscribeController],
  providers: [
    {
      provide: AddressLimit,
      inject: [LimitStores],
      useFactory: ({ addresses }: LimitStores) =>
        new AddressLimit(addresses, 'unsubscribe', [{ name: 'minute', limit: INVALID_PER_MINUTE }]),
    },
  ],
})
export class UnsubscribeModule {}
