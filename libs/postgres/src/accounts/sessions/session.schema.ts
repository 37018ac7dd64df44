import { USER_AGENT_MAX, type Session } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';
import { OwnerSchema } from '../account/owner.schema';

/** The table of `Session`. A field without a column is a compile error. */
export const SessionSchema = new EntitySchema<Session>({
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
      foreignKey: { name: 'sessions_owner_id_fkey', target: OwnerSchema, onDelete: 'CASCADE' },
    },
    digest: { type: 'bytea' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    lastSeenAt: { name: 'last_seen_at', type: 'timestamptz', precision: 3 },
    reauthenticatedAt: { name: 'reauthenticated_at', type: 'timestamptz', precision: 3, nullable: true },
    userAgent: { name: 'user_agent', type: 'varchar', length: USER_AGENT_MAX, nullable: true },
  } satisfies Record<keyof Session, EntitySchemaColumnOptions>,
  checks: [{ name: 'sessions_digest_length', expression: `octet_length(digest) = 32` }],
  indices: [
    { name: 'sessions_digest', columns: ['digest'], unique: true },
    { name: 'sessions_account_id', columns: ['accountId'] },
    { name: 'sessions_owner_id', columns: ['ownerId'] },
  ],
});
