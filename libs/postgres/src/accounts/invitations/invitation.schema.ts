import type { Invitation } from '@libs/accounts';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';

/** The table of `Invitation`. A field without a column is a compile error. */
export const InvitationSchema = new EntitySchema<Invitation>({
  name: 'invitations',
  columns: {
    accountId: {
      name: 'account_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'invitations_pkey',
      foreignKey: { name: 'invitations_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'invitations_pkey' },
    digest: { type: 'bytea' },
    role: { type: 'text' },
    email: { type: 'varchar', length: EMAIL_MAX, nullable: true },
    createdBy: { name: 'created_by', type: 'uuid' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof Invitation, EntitySchemaColumnOptions>,
  checks: [
    { name: 'invitations_role_known', expression: `role IN ('viewer', 'editor', 'admin', 'owner')` },
    { name: 'invitations_digest_length', expression: `octet_length(digest) = 32` },
  ],
  indices: [{ name: 'invitations_digest', columns: ['digest'], unique: true }],
});
