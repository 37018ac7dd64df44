import { Module } from '@nestjs/common';
import { AccountExportController } from '../account/account-export.controller';
import { AccountController } from '../account/account.controller';
import { InvitationAcceptanceController } from '../members/invitation-acceptance.controller';
import { InvitationsController } from '../members/invitations.controller';
import { MembersController } from '../members/members.controller';
import { PersonController } from '../person/person.controller';
import { FormSettingsController } from '../form-settings/form-settings.controller';
import { PublicPagesController } from '../public-pages/public-pages.controller';
import { IdentityController } from '../identity/identity.controller';
import { KeysController } from '../api-keys/keys.controller';
import { SecondFactorController } from '../second-factor/second-factor.controller';
import { SessionController } from '../sessions/session.controller';
import { NotificationsController } from '../notifications/notifications.controller';
import { SecurityLogController } from '../security-log/security-log.controller';
import { AccountsController } from '../account/accounts.controller';
import { SignUpController } from '../account/sign-up.controller';
import { EmailLinksController } from '../email-links/email-links.controller';

/** Everything about accounts, people, and their settings that members can do in the dashboard. */
@Module({
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
    IdentityController,
    FormSettingsController,
    PublicPagesController,
    NotificationsController,
    SecurityLogController,
  ],
})
export class AccountsApiModule {}
