import { Module } from '@nestjs/common';
import { ThrottlerStorageService } from '@nestjs/throttler';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyUseCases,
  RateLimitStatuses,
  SessionUseCases,
} from '@libs/accounts';
import { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import { AccountsModule } from '../accounts.module';
import { clock, CONFIG, SharedSecrets } from '../shared.module';
import type { Config } from '../config';
import { FeedbackModule } from '../feedback/feedback.module';
import { KeyedMac } from '../keyed-mac';
import { AccountExport } from './account/account-export';
import { AccountExportController } from './account/account-export.controller';
import { AccountRemoval } from './account/account-removal';
import { AccountController } from './account/account.controller';
import { AddressLimits } from './sessions/address-limits';
import { DeviceCookie } from './sessions/device-cookie';
import { SessionIssuer } from './sessions/session-issuer';
import { FormSettingsController } from './form-settings/form-settings.controller';
import { FormAddress } from './form-settings/form-settings.http';
import { ItemsModule } from './items/items.module';
import { KeysController } from './api-keys/keys.controller';
import { RemovedAccountsSweep } from './account/removed-accounts-sweep';
import { SessionCookie } from './sessions/session-cookie';
import { SessionController } from './sessions/session.controller';
import { SessionInfos } from './sessions/session.http';
import { SignUpController } from './account/sign-up.controller';

/** The dashboard API, `/app/api/*` (dashboard.md 1). */
@Module({
  imports: [AccountsModule, FeedbackModule, ItemsModule],
  controllers: [
    SignUpController,
    SessionController,
    AccountController,
    AccountExportController,
    KeysController,
    FormSettingsController,
  ],
  providers: [
    {
      provide: SessionIssuer,
      inject: [SessionUseCases, RateLimitStatuses, CONFIG, ThrottlerStorageService, SharedSecrets],
      useFactory: (
        sessions: SessionUseCases,
        rateLimitStatuses: RateLimitStatuses,
        config: Config,
        storage: ThrottlerStorageService,
        secrets: SharedSecrets,
      ) =>
        new SessionIssuer(
          sessions,
          new SessionCookie(config.PUBLIC_URL),
          new DeviceCookie(config.PUBLIC_URL, new KeyedMac(secrets.device), clock),
          new SessionInfos(rateLimitStatuses, config.PUBLIC_URL),
          new AddressLimits(config, storage, clock),
        ),
    },
    {
      provide: FormAddress,
      inject: [CONFIG],
      useFactory: (config: Config) => new FormAddress(config.PUBLIC_URL),
    },
    {
      provide: AccountRemoval,
      inject: [AccountSettingsUseCases, ApiKeyUseCases, FeedbackUseCases, QuarantineUseCases],
      useFactory: (...contexts: ConstructorParameters<typeof AccountRemoval>) =>
        new AccountRemoval(...contexts),
    },
    {
      provide: RemovedAccountsSweep,
      inject: [AccountUseCases, FeedbackUseCases, QuarantineUseCases],
      useFactory: (accounts: AccountUseCases, feedback: FeedbackUseCases, quarantine: QuarantineUseCases) =>
        new RemovedAccountsSweep(accounts, feedback, quarantine, clock),
    },
    {
      provide: AccountExport,
      inject: [ApiKeyUseCases, FeedbackUseCases, QuarantineUseCases, FormAddress],
      useFactory: (...sources: ConstructorParameters<typeof AccountExport>) => new AccountExport(...sources),
    },
  ],
})
export class DashboardModule {}
