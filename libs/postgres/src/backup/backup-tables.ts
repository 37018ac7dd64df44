/**
 * How rows of all accounts can be read by the role of the service, which row-level security applies to. `all`: the
 * table has none. `account`: account by account. `publisher` and `ended`: with the setting of another policy of the table,
 * which the event publisher and the deletion of old idempotency records use.
 */
export type Scope = 'all' | 'account' | 'publisher' | 'ended';

/**
 * The tables of a backup. A table that another one references comes first. Tables that an older schema lacks are
 * skipped, so keep tables that a migration drops.
 */
export const BACKED_UP: readonly { readonly name: string; readonly scope: Scope }[] = [
  { name: 'accounts', scope: 'all' },
  { name: 'account_slugs', scope: 'all' },
  { name: 'removed_accounts', scope: 'all' },
  { name: 'owners', scope: 'all' },
  { name: 'people', scope: 'all' },
  { name: 'memberships', scope: 'all' },
  { name: 'former_members', scope: 'all' },
  { name: 'invitations', scope: 'all' },
  { name: 'second_factors', scope: 'all' },
  { name: 'sessions', scope: 'all' },
  { name: 'email_changes', scope: 'all' },
  { name: 'api_keys', scope: 'all' },
  { name: 'api_usage', scope: 'all' },
  { name: 'security_events', scope: 'ended' },
  { name: 'notifications', scope: 'publisher' },
  { name: 'notification_settings', scope: 'publisher' },
  { name: 'mail_suppressions', scope: 'account' },
  { name: 'shared_secrets', scope: 'all' },
  { name: 'required_migrations', scope: 'all' },
  { name: 'tags', scope: 'account' },
  { name: 'feedback', scope: 'account' },
  { name: 'public_moves', scope: 'account' },
  { name: 'followers', scope: 'publisher' },
  { name: 'followed_items', scope: 'account' },
  { name: 'waiting_votes', scope: 'publisher' },
  { name: 'changelog_entries', scope: 'account' },
  { name: 'changelog_items', scope: 'account' },
  { name: 'status_messages', scope: 'publisher' },
  { name: 'quarantined_feedback', scope: 'account' },
  { name: 'imports', scope: 'account' },
  { name: 'views', scope: 'account' },
  { name: 'idempotency_records', scope: 'ended' },
  { name: 'idempotency_items', scope: 'account' },
  { name: 'event_positions', scope: 'all' },
  { name: 'events', scope: 'publisher' },
  { name: 'feedback_changes', scope: 'publisher' },
  { name: 'feedback_history', scope: 'publisher' },
  { name: 'feedback_notes', scope: 'publisher' },
  { name: 'feedback_requests', scope: 'publisher' },
  { name: 'feedback_votes', scope: 'publisher' },
  { name: 'webhook_endpoints', scope: 'publisher' },
  { name: 'webhook_deliveries', scope: 'publisher' },
  { name: 'webhook_hours', scope: 'publisher' },
];

/** Tables that a backup omits, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  feedback_search: 'made from feedback',
  search_index_queue: 'only says which accounts have many rows in feedback_search_newest',
  feedback_tags: 'made from feedback',
  migrations: 'their names are in the header of the file',
  account_storage: 'counted again',
  rate_limits: 'counts of the last hour, which a crash of PostgreSQL also resets',
  sign_in_challenges: 'valid for 5 minutes',
  mail_minutes: 'counts of the last hour',
  mail_outbox: 'a restore must not send messages again',
  password_resets: 'links that are valid for an hour',
  sign_in_attempts: 'counts of about an hour, which a crash of PostgreSQL also resets',
};

/** Tables with rows although no one has used the service yet. A restore replaces their rows. */
export const FILLED_AT_START = ['shared_secrets', 'required_migrations', 'event_positions'];
