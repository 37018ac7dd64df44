import { type Owner } from '@libs/accounts';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from './account.schema';

/** The table of `Owner`. A field without a column is a compile error. */
export const OwnerSchema = new EntitySchema<Owner>({
  name: 'owners',
  columns: {
    id: { type: 'uuid', primary: true },
    accountId: {
      name: 'account_id',
      type: 'uuid',
      foreignKey: { name: 'owners_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    email: { type: 'varchar', length: EMAIL_MAX },
    passwordHash: { name: 'password_hash', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof Owner, EntitySchemaColumnOptions>,
  indices: [
    { name: 'owners_account_id', columns: ['accountId'] },
    // The index is on lower(email), which TypeORM can't express.
    { name: 'owners_email', columns: ['email'], unique: true, synchronize: false },
  ],
});
