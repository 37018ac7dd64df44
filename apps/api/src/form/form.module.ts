import { Module } from '@nestjs/common';
import { ThrottlerStorageService } from '@nestjs/throttler';
import { DomainError } from '@libs/kernel';
import { AccountsModule } from '../accounts.module';
import { CONFIG } from '../ambient.module';
import type { Config } from '../config';
import { FeedbackModule } from '../feedback/feedback.module';
import { AddressLimit, type AddressWindow } from '../http/address-limit';
import { FormController } from './form.controller';

const tooManySubmissions = (seconds: number, { name, limit }: AddressWindow): DomainError =>
  new DomainError(
    'rate_limit',
    'rate_limit_exceeded',
    `Rate limit exceeded: ${limit} requests per ${name}. Retry in ${seconds} seconds.`,
    { retryAfter: seconds },
  );

@Module({
  imports: [AccountsModule, FeedbackModule],
  controllers: [FormController],
  providers: [
    {
      provide: AddressLimit,
      inject: [CONFIG, ThrottlerStorageService],
      useFactory: (config: Config, storage: ThrottlerStorageService) =>
        new AddressLimit(
          storage,
          'form',
          [
            { name: 'minute', limit: config.FORM_PER_MINUTE },
            { name: 'hour', limit: config.FORM_PER_HOUR },
          ],
          tooManySubmissions,
        ),
    },
  ],
})
export class FormModule {}
