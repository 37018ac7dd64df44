import { Module } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { AccountUseCases, type RateLimitStore } from '@libs/accounts';
import { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import { AccountsModule } from '../accounts/accounts.module';
import { clock, CONFIG, SharedSecrets } from '../shared.module';
import type { Config } from '../config';
import { FeedbackModule } from '../feedback/feedback.module';
import { AddressLimit } from '../http/address-limit';
import { CLIENT_LIMIT_STORE, LimitsModule } from '../limits/limits.module';
import { OBSERVER } from '../metrics/observer';
import { SpamFilter } from './spam-filter';
import { FormTokens } from './form-token';
import { FormController, FormTools } from './form.controller';
import { ProofOfWork } from './proof-of-work';
import { SuspiciousIps } from './suspicious-ips';

const submissionsOf = (config: Config, storage: ThrottlerStorage): AddressLimit =>
  new AddressLimit(storage, 'form', [
    { name: 'minute', limit: config.FORM_PER_MINUTE },
    { name: 'hour', limit: config.FORM_PER_HOUR },
  ]);

const createSpamFilter = (config: Config, { form }: SharedSecrets, clients: RateLimitStore): SpamFilter =>
  new SpamFilter(
    new FormTokens(form, config.FORM_MIN_SECONDS, clock),
    new ProofOfWork(form, clock, clients),
    new SuspiciousIps(config.FORM_PROOF_AFTER, clients),
  );

@Module({
  imports: [AccountsModule, FeedbackModule, LimitsModule],
  controllers: [FormController],
  providers: [
    { provide: AddressLimit, inject: [CONFIG, ThrottlerStorage], useFactory: submissionsOf },
    {
      provide: SpamFilter,
      inject: [CONFIG, SharedSecrets, CLIENT_LIMIT_STORE],
      useFactory: createSpamFilter,
    },
    {
      provide: FormTools,
      inject: [AccountUseCases, FeedbackUseCases, QuarantineUseCases, SpamFilter, AddressLimit, OBSERVER],
      useFactory: (...tools: ConstructorParameters<typeof FormTools>) => new FormTools(...tools),
    },
  ],
})
export class FormModule {}
