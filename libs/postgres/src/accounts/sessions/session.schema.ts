import { USER_AGENT_MAX, type Session } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';
import { OwnerSchema } from '../account/owner.schema';
import { MembershipSchema } from '../memberships/membership.schema';

/** For the release before this one. A trigger sets it (operator.md 5). */
interface StoredSession extends Session {
  readonly ownerId?: string | null;
}

/** The table of `Session`. A field without a column is a compile error. */
export const SessionSchema = new EntitySchema<StoredSession>({
  name: 'sessions',
  columns: {
    id: { type: 'uuid', primary: true },
    accountId: {
      name: 'account_id',
      type: 'uuid',
      foreignKey: { name: 'sessions_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    ownerId: {
      name: 'owner_id',
      type: 'uuid',
      nullable: true,
      select: false,
      insert: false,
      update: false,
      foreignKey: { name: 'sessions_owner_id_fkey', target: OwnerSchema, onDelete: 'SET NULL' },
    },
    // The trigger sets it for sessions of the release before.
    personId: { name: 'person_id', type: 'uuid', nullable: true },
    digest: { type: 'bytea' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    lastSeenAt: { name: 'last_seen_at', type: 'timestamptz', precision: 3 },
    reauthenticatedAt: { name: 'reauthenticated_at', type: 'timestamptz', precision: 3, nullable: true },
    userAgent: { name: 'user_agent', type: 'varchar', length: USER_AGENT_MAX, nullable: true },
  } satisfies Record<keyof StoredSession, EntitySchemaColumnOptions>,
  checks: [{ name: 'sessions_digest_length', expression: `octet_length(digest) = 32` }],
  foreignKeys: [
    {
      name: 'sessions_membership_fkey',
      target: MembershipSchema,
      columnNames: ['account_id', 'person_id'],
      referencedColumnNames: ['account_id', 'person_id'],
      onDelete: 'CASCADE',
    },
  ],
  indices: [
    { name: 'sessions_digest', columns: ['digest'], unique: true },
    { name: 'sessions_account_id', columns: ['accountId'] },
    { name: 'sessions_owner_id', columns: ['ownerId'] },
    { name: 'sessions_person_id', columns: ['personId'] },
  ],
});
