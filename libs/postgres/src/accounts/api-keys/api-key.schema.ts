import { API_KEY_NAME_MAX, type ApiKey } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';
import { PersonSchema } from '../people/person.schema';

/** The table of `ApiKey`. A field without a column is a compile error. */
export const ApiKeySchema = new EntitySchema<ApiKey>({
  name: 'api_keys',
  columns: {
    id: { type: 'uuid', primary: true },
    accountId: {
      name: 'account_id',
      type: 'uuid',
      foreignKey: { name: 'api_keys_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    bucketId: { name: 'bucket_id', type: 'uuid' },
    name: { type: 'varchar', length: API_KEY_NAME_MAX },
    permission: { type: 'text' },
    allowedOrigins: { name: 'allowed_origins', type: 'text', array: true },
    digest: { type: 'bytea' },
    lastFour: { name: 'last_four', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    createdBy: {
      name: 'created_by',
      type: 'uuid',
      nullable: true,
      foreignKey: { name: 'api_keys_created_by_fkey', target: PersonSchema, onDelete: 'SET NULL' },
    },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true },
  } satisfies Record<keyof ApiKey, EntitySchemaColumnOptions>,
  checks: [
    { name: 'api_keys_name_not_empty', expression: `name <> ''` },
    { name: 'api_keys_permission_known', expression: `permission IN ('full', 'read', 'submit')` },
    { name: 'api_keys_origins_submit', expression: `permission = 'submit' OR allowed_origins = '{}'` },
    { name: 'api_keys_digest_length', expression: `octet_length(digest) = 32` },
  ],
  indices: [
    { name: 'api_keys_digest', columns: ['digest'], unique: true },
    { name: 'api_keys_account_id', columns: ['accountId'] },
  ],
});
