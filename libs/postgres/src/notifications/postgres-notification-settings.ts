import {
  DEFAULT_SETTINGS,
  type NotifiedMember,
  type MemberRepository,
  type NotificationSettings,
  type NotificationSettingsRepository,
  type Reader,
} from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { poolOf } from '../connection/data-source';
import { microsOf } from '../webhooks/delivery-id';
import { MEMBERS } from './notification.sql';

const COLUMNS: Readonly<Record<keyof NotificationSettings, string>> = {
  newFeedbackInApp: 'new_feedback_in_app',
  newFeedbackMail: 'new_feedback_mail',
  newFeedbackView: 'new_feedback_view',
  assignedMail: 'assigned_mail',
  mentionedMail: 'mentioned_mail',
  serviceMail: 'service_mail',
  quarantineMail: 'quarantine_mail',
  timeZone: 'time_zone',
};
const NAMES = Object.keys(COLUMNS) as (keyof NotificationSettings)[];
export const SETTINGS_COLUMNS = NAMES.map((name) => `${COLUMNS[name]} AS "${name}"`).join(', ');

const FIND = `SELECT ${SETTINGS_COLUMNS} FROM notification_settings WHERE account_id = $1 AND person_id = $2`;

/** Mail that is being composed is dropped, and composed again with the new settings. */
const CLAIM_ENDED = `mail_claimed_until = '-infinity'`;
/** Settings that decide when digest mail is due. After a change, the next one is planned again. */
const SCHEDULE: readonly (keyof NotificationSettings)[] = ['newFeedbackMail', 'quarantineMail', 'timeZone'];
const PLANNED_AGAIN = `digest_due_at = '-infinity'`;
/**
 * The period of new feedback starts when someone wants to know of it. The next item makes mail at once due, unless it is
 * due already.
 */
const NEW_FEEDBACK = [
  `feedback_since = CASE WHEN current.new_feedback_mail = 'off' THEN excluded.feedback_since
    ELSE current.feedback_since END`,
  `feedback_due_at = CASE WHEN current.new_feedback_mail = 'immediately' THEN current.feedback_due_at
    ELSE excluded.feedback_due_at END`,
];

/** Writes only what changes, so that concurrent changes of other settings stay. Stores nothing without the account. */
function upsert(changed: readonly (keyof NotificationSettings)[]): string {
  const columns = ['account_id', 'person_id', ...NAMES.map((name) => COLUMNS[name])];
  const values = columns.map((_, i) => `$${i + 1}`);
  const updates = [
    ...changed.map((name) => `${COLUMNS[name]} = excluded.${COLUMNS[name]}`),
    ...(changed.includes('newFeedbackMail') ? NEW_FEEDBACK : []),
    ...(changed.some((name) => SCHEDULE.includes(name)) ? [PLANNED_AGAIN] : []),
    CLAIM_ENDED,
  ];
  return `
    INSERT INTO notification_settings AS current (${columns.join(', ')}, feedback_since, feedback_due_at)
    SELECT ${values.join(', ')}, ${microsOf(`coalesce($${columns.length + 1}::timestamptz, clock_timestamp())`)}, 'infinity'
    FROM accounts WHERE id = $1
    ON CONFLICT (account_id, person_id) DO UPDATE SET ${updates.join(', ')}
    RETURNING ${SETTINGS_COLUMNS}`;
}

const ARE_MEMBERS = `
  SELECT EXISTS (SELECT FROM memberships
    WHERE memberships.account_id = reader.account_id AND memberships.person_id = reader.person_id)
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS reader (account_id, person_id, n) ORDER BY n`;

/** Settings of people in PostgreSQL. */
export class PostgresNotificationSettings implements NotificationSettingsRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async find(accountId: string, personId: string): Promise<NotificationSettings> {
    if (!isUuid(accountId) || !isUuid(personId)) return DEFAULT_SETTINGS;
    const { rows } = await this.scope.query(accountId, { text: FIND, values: [accountId, personId] });
    return (rows as NotificationSettings[])[0] ?? DEFAULT_SETTINGS;
  }

  async change(
    accountId: string,
    personId: string,
    change: Partial<NotificationSettings>,
    feedbackSince?: Date,
  ): Promise<NotificationSettings> {
    if (!isUuid(accountId)) return DEFAULT_SETTINGS;
    const settings = { ...DEFAULT_SETTINGS, ...change };
    const values = [accountId, personId, ...NAMES.map((name) => settings[name]), feedbackSince ?? null];
    const text = upsert(NAMES.filter((name) => name in change));
    const { rows } = await this.scope.query(accountId, { text, values });
    return (rows as NotificationSettings[])[0] ?? DEFAULT_SETTINGS;
  }
}

const LIST = `SELECT person_id AS id, role, name, email FROM (${MEMBERS}) member WHERE account_id = $1 ORDER BY person_id`;

/** The members of accounts in PostgreSQL. */
export class PostgresMembers implements MemberRepository {
  private readonly scope: AccountScope;
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string): Promise<readonly NotifiedMember[]> {
    if (!isUuid(accountId)) return [];
    return (await this.scope.query(accountId, { text: LIST, values: [accountId] })).rows as NotifiedMember[];
  }

  /** Row-level security does not apply to memberships, so one statement reads those of all accounts. */
  async areMembers(readers: readonly Reader[]): Promise<readonly boolean[]> {
    if (readers.length === 0) return [];
    const idsOf = (key: keyof Reader) => readers.map(({ [key]: id }) => (isUuid(id) ? id : null));
    const statement = rowsOf(ARE_MEMBERS, [idsOf('accountId'), idsOf('personId')]);
    const { rows } = await this.pool.query<[boolean]>(statement);
    return rows.map(([isMember]) => isMember);
  }
}
