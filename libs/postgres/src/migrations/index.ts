import type { MigrationInterface } from 'typeorm';
import { AccountStorage1765710000000 } from './events/1765710000000-account-storage';
import { CompactEvents1765700000000 } from './events/1765700000000-compact-events';
import { Feedback1763700000000 } from './feedback/1763700000000-feedback';
import { Accounts1763700001000 } from './accounts/1763700001000-accounts';
import { SealedSharedSecrets1765720000000 } from './accounts/1765720000000-sealed-shared-secrets';
import { SharedSecrets1763700002000 } from './accounts/1763700002000-shared-secrets';
import { Quarantine1763800001000 } from './feedback/1763800001000-quarantine';
import { Dashboard1763800000000 } from './accounts/1763800000000-dashboard';
import { FeedbackOrders1763800002000 } from './feedback/1763800002000-feedback-orders';
import { FeedbackSearch1763900000000 } from './search/1763900000000-feedback-search';
import { Idempotency1763900001000 } from './feedback/1763900001000-idempotency';
import { ExternalIds1763900002000 } from './feedback/1763900002000-external-ids';
import { Mail1764800000000 } from './mail/1764800000000-mail';
import { RemovedAccounts1763900003000 } from './accounts/1763900003000-removed-accounts';
import { InboxFilters1764000400000 } from './feedback/1764000400000-inbox-filters';
import { Imports1764000500000 } from './feedback/1764000500000-imports';
import { SlugAliases1764000600000 } from './accounts/1764000600000-slug-aliases';
import { PendingSearchEntries1764100000000 } from './search/1764100000000-pending-search-entries';
import { CheapDeletions1764100100000 } from './feedback/1764100100000-cheap-deletions';
import { CountedRequests1764100200000 } from './accounts/1764100200000-counted-requests';
import { Events1764200000000 } from './events/1764200000000-events';
import { FeedbackChanges1764200100000 } from './feedback/1764200100000-feedback-changes';
import { Webhooks1764200300000 } from './webhooks/1764200300000-webhooks';
import { AccountSuspension1764300000000 } from './accounts/1764300000000-account-suspension';
import { RequiredMigrations1764300100000 } from './1764300100000-required-migrations';
import { Tags1764600000000 } from './feedback/1764600000000-tags';
import { SecurityEvents1764500000000 } from './accounts/1764500000000-security-events';
import { SignInAttempts1764515100000 } from './accounts/1764515100000-sign-in-attempts';
import { Views1764630000000 } from './feedback/1764630000000-views';
import { FeedbackHistory1764610000000 } from './events/1764610000000-feedback-history';
import { FeedbackNotes1764610100000 } from './feedback/1764610100000-feedback-notes';
import { ApiUsage1764620000000 } from './accounts/1764620000000-api-usage';
import { StatusStatistics1764620100000 } from './events/1764620100000-status-statistics';
import { Duplicates1764650000000 } from './feedback/1764650000000-duplicates';
import { People1764700000000 } from './accounts/1764700000000-people';
import { Invitations1764700100000 } from './accounts/1764700100000-invitations';
import { SecondFactors1764900000000 } from './accounts/1764900000000-second-factors';
import { Assignees1765200000000 } from './feedback/1765200000000-assignees';
import { Notifications1765000000000 } from './accounts/1765000000000-notifications';
import { ConfirmedAddresses1765600000000 } from './accounts/1765600000000-confirmed-addresses';
import { NotificationMail1765100000000 } from './mail/1765100000000-notification-mail';
import { MailBeforeDigests1765300000000 } from './mail/1765300000000-mail-before-digests';
import { TurnsOfMail1765600100000 } from './mail/1765600100000-turns-of-mail';
import { TopicsOfMail1765750000000 } from './mail/1765750000000-topics-of-mail';
import { SearchOfNewestItems1765400000000 } from './search/1765400000000-search-of-newest-items';
import { OneTriggerPerWrite1765500000000 } from './feedback/1765500000000-one-trigger-per-write';
import { FoldedText1765740000000 } from './search/1765740000000-folded-text';
import { FoldStoredText1765740100000 } from './search/1765740100000-fold-stored-text';
import { SealedWebhookUrls1765730000000 } from './webhooks/1765730000000-sealed-webhook-urls';

type Migration = new () => MigrationInterface;

/** In execution order. Don't edit, rename, or remove a migration after it has shipped. */
export const migrations: Migration[] = [
  Feedback1763700000000,
  Accounts1763700001000,
  SharedSecrets1763700002000,
  Dashboard1763800000000,
  Quarantine1763800001000,
  FeedbackOrders1763800002000,
  FeedbackSearch1763900000000,
  Idempotency1763900001000,
  ExternalIds1763900002000,
  RemovedAccounts1763900003000,
  InboxFilters1764000400000,
  Imports1764000500000,
  SlugAliases1764000600000,
  PendingSearchEntries1764100000000,
  CheapDeletions1764100100000,
  CountedRequests1764100200000,
  Events1764200000000,
  FeedbackChanges1764200100000,
  Webhooks1764200300000,
  AccountSuspension1764300000000,
  RequiredMigrations1764300100000,
  SecurityEvents1764500000000,
  SignInAttempts1764515100000,
  Tags1764600000000,
  FeedbackHistory1764610000000,
  FeedbackNotes1764610100000,
  ApiUsage1764620000000,
  StatusStatistics1764620100000,
  Views1764630000000,
  Duplicates1764650000000,
  People1764700000000,
  Invitations1764700100000,
  Mail1764800000000,
  SecondFactors1764900000000,
  Notifications1765000000000,
  NotificationMail1765100000000,
  Assignees1765200000000,
  MailBeforeDigests1765300000000,
  SearchOfNewestItems1765400000000,
  OneTriggerPerWrite1765500000000,
  ConfirmedAddresses1765600000000,
  TurnsOfMail1765600100000,
  CompactEvents1765700000000,
  AccountStorage1765710000000,
  SealedSharedSecrets1765720000000,
  SealedWebhookUrls1765730000000,
  FoldedText1765740000000,
  FoldStoredText1765740100000,
  TopicsOfMail1765750000000,
];
