import type { MigrationInterface } from 'typeorm';
import { Feedback1763700000000 } from './feedback/1763700000000-feedback';
import { Accounts1763700001000 } from './accounts/1763700001000-accounts';
import { SharedSecrets1763700002000 } from './accounts/1763700002000-shared-secrets';
import { Dashboard1763800000000 } from './accounts/1763800000000-dashboard';
import { Quarantine1763800001000 } from './feedback/1763800001000-quarantine';
import { FeedbackOrders1763800002000 } from './feedback/1763800002000-feedback-orders';
import { FeedbackSearch1763900000000 } from './search/1763900000000-feedback-search';
import { Idempotency1763900001000 } from './feedback/1763900001000-idempotency';
import { ExternalIds1763900002000 } from './feedback/1763900002000-external-ids';
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
import { RequiredMigrations1764300100000 } from './1764300100000-required-migrations';
import { AccountSecurity1764500000000 } from './accounts/1764500000000-account-security';
import { Team1764700000000 } from './accounts/1764700000000-team';
import { Mail1764800000000 } from './mail/1764800000000-mail';
import { MailSuppressions1766000000000 } from './mail/1766000000000-mail-suppressions';
import { MailQuota1766000000001 } from './mail/1766000000001-mail-quota';
import { Notifications1765000000000 } from './accounts/1765000000000-notifications';
import { Triage1765200000000 } from './feedback/1765200000000-triage';
import { SearchOfNewestItems1765400000000 } from './search/1765400000000-search-of-newest-items';
import { OneTriggerPerWrite1765500000000 } from './feedback/1765500000000-one-trigger-per-write';
import { AccountUsage1765600000000 } from './accounts/1765600000000-account-usage';
import { CompactEvents1765700000000 } from './events/1765700000000-compact-events';
import { SealedWebhookUrls1765730000000 } from './webhooks/1765730000000-sealed-webhook-urls';
import { FoldStoredText1765740100000 } from './search/1765740100000-fold-stored-text';
import { FormLanguage1765950000000 } from './accounts/1765950000000-form-language';
import { EventsOfTagsAndNotes1765820000000 } from './events/1765820000000-events-of-tags-and-notes';
import { ExternalIdsOfDeletions1765840000000 } from './events/1765840000000-external-ids-of-deletions';
import { IndexOfDeletions1765850000000 } from './events/1765850000000-index-of-deletions';
import { ExcludedActors1765810000000 } from './webhooks/1765810000000-excluded-actors';
import { AuthorsOfNotes1765830000000 } from './feedback/1765830000000-authors-of-notes';
import { ItemLinks1765835000000 } from './feedback/1765835000000-item-links';
import { PublicCards1765960000000 } from './feedback/1765960000000-public-cards';
import { PublicPages1765970000000 } from './accounts/1765970000000-public-pages';
import { Followers1766010000000 } from './followers/1766010000000-followers';
import { MailAbout1766035000000 } from './mail/1766035000000-mail-about';
import { StatusMessages1766040000000 } from './followers/1766040000000-status-messages';
import { SettingsOfMessagesAndVotes1766030000000 } from './accounts/1766030000000-settings-of-messages-and-votes';
import { WaitingVotes1766020000000 } from './followers/1766020000000-waiting-votes';
import { Votes1765990000000 } from './feedback/1765990000000-votes';
import { ItemContext1766070000000 } from './identity/1766070000000-item-context';
import { QuarantinedContext1766070000001 } from './identity/1766070000001-quarantined-context';
import { IdentityKeys1766080000000 } from './identity/1766080000000-identity-keys';
import { VerifiedItems1766090000000 } from './identity/1766090000000-verified-items';
import { VerifiedRequests1766090000001 } from './identity/1766090000001-verified-requests';
import { RequiredIdentity1766100000000 } from './identity/1766100000000-required-identity';
import { Requests1765800000000 } from './feedback/1765800000000-requests';
import { Changelog1766050000000 } from './changelog/1766050000000-changelog';
import { ChangelogMail1766110000000 } from './changelog/1766110000000-changelog-mail';
import { ChangelogPage1766060000000 } from './accounts/1766060000000-changelog-page';

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
  RequiredMigrations1764300100000,
  AccountSecurity1764500000000,
  Team1764700000000,
  Mail1764800000000,
  Notifications1765000000000,
  Triage1765200000000,
  SearchOfNewestItems1765400000000,
  OneTriggerPerWrite1765500000000,
  AccountUsage1765600000000,
  CompactEvents1765700000000,
  SealedWebhookUrls1765730000000,
  FoldStoredText1765740100000,
  Requests1765800000000,
  ExcludedActors1765810000000,
  EventsOfTagsAndNotes1765820000000,
  AuthorsOfNotes1765830000000,
  ItemLinks1765835000000,
  ExternalIdsOfDeletions1765840000000,
  IndexOfDeletions1765850000000,
  FormLanguage1765950000000,
  PublicCards1765960000000,
  PublicPages1765970000000,
  Votes1765990000000,
  MailSuppressions1766000000000,
  MailQuota1766000000001,
  Followers1766010000000,
  WaitingVotes1766020000000,
  SettingsOfMessagesAndVotes1766030000000,
  MailAbout1766035000000,
  StatusMessages1766040000000,
  Changelog1766050000000,
  ChangelogPage1766060000000,
  ItemContext1766070000000,
  QuarantinedContext1766070000001,
  IdentityKeys1766080000000,
  VerifiedItems1766090000000,
  VerifiedRequests1766090000001,
  RequiredIdentity1766100000000,
  ChangelogMail1766110000000,
];
