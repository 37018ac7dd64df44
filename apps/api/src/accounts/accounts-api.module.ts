import { PostgresAccountStorage } from '@libs/postgres';
import { Module } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyUseCases,
  MemberUseCases,
  RateLimitStatuses,
  NotificationUseCases,
  SecurityLogUseCases,
  SessionUseCases,
} from '@libs/accounts';
import { FeedbackUseCases, NoteUseCases, QuarantineUseCases, ViewUseCases } from '@libs/feedback';
import { EndpointUseCases, EventFeed } from '@libs/webhooks';
import { AccountsModule } from './accounts.module';
import { clock, CONFIG, SharedSecrets } from '../shared.module';
import { PublicUrls, type Config } from '../config';
import { EventsModule } from '../events/events.module';
import { FeedbackModule } from '../feedback/feedback.module';
import { KeyedMac } from '../keyed-mac';
import { CLIENT_LIMIT_STORE, LimitsModule } from '../limits/limits.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StorageModule } from '../storage/storage.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { AccountExport } from '../account/account-export';
import { AccountExportController } from '../account/account-export.controller';
import { AccountRemoval, type AccountData } from '../account/account-removal';
import { AccountController } from '../account/account.controller';
import { InvitationAcceptanceController } from '../members/invitation-acceptance.controller';
import { InvitationsController } from '../members/invitations.controller';
import { MembersController } from '../members/members.controller';
import { PersonController } from '../person/person.controller';
import { AddressLimits } from '../sign-in/address-limits';
import { DeviceCookie } from '../sign-in/device-cookie';
import { SessionIssuer } from '../sign-in/session-issuer';
import { FormSettingsController } from '../form-settings/form-settings.controller';
import { FeedbackApiModule } from '../feedback/feedback-api.module';
import { KeysController } from '../api-keys/keys.controller';
import { RemovedAccountsSweep } from '../account/removed-accounts-sweep';
import { SessionCookie } from '../sign-in/session-cookie';
import { SecondFactorController } from '../second-factor/second-factor.controller';
import { SessionController } from '../sessions/session.controller';
import { SessionInfos } from '../sign-in/session-infos';
import { NotificationStreams } from '../notifications/notification-streams';
import { NotificationsController } from '../notifications/notifications.controller';
import { SecurityLogController } from '../security-log/security-log.controller';
import { SecurityLogPurge } from '../security-log/security-log-purge';
import { AccountsController } from '../account/accounts.controller';
import { isSignUpOpen } from '../account/sign-up';
import { SignUpController } from '../account/sign-up.controller';
import { EmailLinksController } from '../email-links/email-links.controller';

const ACCOUNT_DATA = Symbol('AccountData');

/** Everything about accounts, people, and their settings that members can do in the dashboard. */
@Module({
  imports: [
    AccountsModule,
    EventsModule,
    FeedbackModule,
    FeedbackApiModule,
    LimitsModule,
    NotificationsModule,
    StorageModule,
    WebhooksModule,
  ],
  controllers: [
    SignUpController,
    SessionController,
    SecondFactorController,
    EmailLinksController,
    AccountController,
    AccountsController,
    PersonController,
    MembersController,
    InvitationsController,
    InvitationAcceptanceController,
    AccountExportController,
    KeysController,
    FormSettingsController,
    NotificationsController,
    SecurityLogController,
  ],
  providers: [
    {
      provide: NotificationStreams,
      inject: [NotificationUseCases],
      useFactory: (notifications: NotificationUseCases) => new NotificationStreams(notifications),
    },
    {
      provide: SecurityLogPurge,
      inject: [SecurityLogUseCases],
      useFactory: (log: SecurityLogUseCases) => new SecurityLogPurge(log),
    },
    {
      provide: AddressLimits,
      inject: [CONFIG, ThrottlerStorage, CLIENT_LIMIT_STORE],
      useFactory: (...limits: ConstructorParameters<typeof AddressLimits>) => new AddressLimits(...limits),
    },
    {
      provide: SessionIssuer,
      inject: [SessionUseCases, RateLimitStatuses, CONFIG, AddressLimits, SharedSecrets, EndpointUseCases],
      useFactory: (
        sessions: SessionUseCases,
        rateLimitStatuses: RateLimitStatuses,
        config: Config,
        limits: AddressLimits,
        secrets: SharedSecrets,
        webhooks: EndpointUseCases,
      ) =>
        new SessionIssuer(
          sessions,
          new SessionCookie(config.PUBLIC_URL),
          new DeviceCookie(config.PUBLIC_URL, new KeyedMac(secrets.device), clock),
          new SessionInfos(rateLimitStatuses, config.PUBLIC_URL, webhooks, sessions, isSignUpOpen(config)),
          limits,
        ),
    },
    {
      provide: ACCOUNT_DATA,
      inject: [
        EndpointUseCases,
        FeedbackUseCases,
        QuarantineUseCases,
        NoteUseCases,
        ViewUseCases,
        EventFeed,
        PostgresAccountStorage,
      ],
      // Webhooks first, so that no deletion is delivered. Events last, because deletions could still be published.
      useFactory: (...data: readonly AccountData[]) => data,
    },
    {
      provide: AccountRemoval,
      inject: [AccountSettingsUseCases, ApiKeyUseCases, ACCOUNT_DATA],
      useFactory: (...parts: ConstructorParameters<typeof AccountRemoval>) => new AccountRemoval(...parts),
    },
    {
      provide: RemovedAccountsSweep,
      inject: [AccountUseCases, ACCOUNT_DATA],
      useFactory: (accounts: AccountUseCases, data: readonly AccountData[]) =>
        new RemovedAccountsSweep(accounts, data, clock),
    },
    {
      provide: AccountExport,
      inject: [
        MemberUseCases,
        ApiKeyUseCases,
        FeedbackUseCases,
        QuarantineUseCases,
        NoteUseCases,
        PublicUrls,
      ],
      useFactory: (
        members: MemberUseCases,
        keys: ApiKeyUseCases,
        feedback: FeedbackUseCases,
        quarantine: QuarantineUseCases,
        notes: NoteUseCases,
        urls: PublicUrls,
      ) => new AccountExport({ members, keys, feedback, quarantine, notes }, urls),
    },
  ],
})
export class AccountsApiModule {}
