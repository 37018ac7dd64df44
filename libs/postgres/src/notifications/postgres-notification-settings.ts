import {
  DEFAULT_SETTINGS,
  type NotifiedMember,
  type MemberRepository,
  type NotificationSettings,
  type NotificationSettingsRepository,
} from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { MEMBERS } from './notification.sql';

const COLUMNS: Readonly<Record<keyof NotificationSettings, string>> = {
  newFeedbackInApp: 'new_feedback_in_app',
  newFeedbackMail: 'new_feedback_mail',
  newFeedbackView: 'new_feedback_view',
  assignedMail: 'assigned_mail',
  mentionedMail: 'mentioned_mail',
  quarantineMail: 'quarantine_mail',
  timeZone: 'time_zone',
};
const NAMES = Object.keys(COLUMNS) as (keyof NotificationSettings)[];
const SELECTED = NAMES.map((name) => `${COLUMNS[name]} AS "${name}"`).join(', ');

const FIND = `SELECT ${SELECTED} FROM notification_settings WHERE account_id = $1 AND person_id = $2`;

/** Writes only what changes, so that concurrent changes of other settings stay. */
const upsert = (changed: readonly (keyof NotificationSettings)[]): string => `
  INSERT INTO notification_settings AS current (account_id, person_id, ${NAMES.map((name) => COLUMNS[name]).join(', ')})
  VALUES ($1, $2, ${NAMES.map((_, i) => `$${i + 3}`).join(', ')})
  ON CONFLICT (account_id, person_id) DO UPDATE SET
    ${['account_id', ...changed.map((name) => COLUMNS[name])].map((name) => `${name} = excluded.${name}`).join(', ')}
  RETURNING ${SELECTED}`;

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
  ): Promise<NotificationSettings> {
    const settings = { ...DEFAULT_SETTINGS, ...change };
    const values = [accountId, personId, ...NAMES.map((name) => settings[name])];
    const text = upsert(NAMES.filter((name) => name in change));
    const { rows } = await this.scope.query(accountId, { text, values });
    return (rows as NotificationSettings[])[0]!;
  }
}

const LIST = `SELECT person_id AS id, role, name, email FROM (${MEMBERS}) member WHERE account_id = $1 ORDER BY person_id`;

/** The members of accounts in PostgreSQL. */
export class PostgresMembers implements MemberRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string): Promise<readonly NotifiedMember[]> {
    if (!isUuid(accountId)) return [];
    return (await this.scope.query(accountId, { text: LIST, values: [accountId] })).rows as NotifiedMember[];
  }
}
