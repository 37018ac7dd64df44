import { Module } from '@nestjs/common';
import { AccountUseCases, IdentityUseCases } from '@libs/accounts';
import { FeedbackUseCases, FollowerUseCases, QuarantineUseCases, ShownCardUseCases } from '@libs/feedback';
import { clock } from '../clock';
import { LimitStores } from '../composition/limits';
import { SharedSecrets } from '../composition/secrets';
import { CONFIG } from '../shared.module';
import type { Config } from '../config';
import { AddressLimit } from '../http/address-limit';
import { OBSERVER } from '../metrics/observer';
import { SpamFilter } from './spam-filter';
import { FormTokens } from './form-token';
import { FollowTokens } from '../visitor-pages/follow-token';
import { FormController } from './form.controller';
import { FormTools, type Following } from './form-tools';
import { ProofOfWork } from './proof-of-work';
import { SuspiciousIps } from './suspicious-ips';

const submissionsOf = (config: Config, { addresses }: LimitStores): AddressLimit =>
  new AddressLimit(addresses, 'form', [
    { name: 'minute', limit: config.FORM_PER_MINUTE },
    { name: 'hour', limit: config.FORM_PER_HOUR },
  ]);

const createSpamFilter = (config: Config, { form }: SharedSecrets, { clients }: LimitStores): SpamFilter =>
  new SpamFilter(
    new FormTokens(form, config.FORM_MIN_SECONDS, clock),
    new ProofOfWork(form, clock, clients),
    new SuspiciousIps(config.FORM_PROOF_AFTER, clients),
  );

const FOLLOWING = Symbol('Following');

@Module({
  controllers: [FormController],
  providers: [
    { provide: AddressLimit, inject: [CONFIG, LimitStores], useFactory: submissionsOf },
    {
      provide: SpamFilter,
      inject: [CONFIG, SharedSecrets, LimitStores],
      useFactory: createSpamFilter,
    },
    {
      provide: FOLLOWING,
      inject: [FollowerUseCases, FollowTokens],
      useFactory: (followers: FollowerUseCases, tokens: FollowTokens): Following => ({ followers, tokens }),
    },
    {
      provide: FormTools,
      inject: [
        AccountUseCases,
        FeedbackUseCases,
        QuarantineUseCases,
        ShownCardUseCases,
        SpamFilter,
        AddressLimit,
        OBSERVER,
        FOLLOWING,
        IdentityUseCases,
      ],
      useFactory: (...tools: ConstructorParameters<typeof FormTools>) => new FormTools(...tools),
    },
  ],
  exports: [SpamFilter],
})
export class FormModule {}
