import { type Person } from '@libs/accounts';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema } from 'typeorm';
import { AccountSchema } from './account.schema';

/**
 * The table in which the release before this one looks for people who own an account. Triggers keep it up to date
 * (operator.md 5).
 */
export const OwnerSchema = new EntitySchema<
  Omit<Person, 'name' | 'emailConfirmedAt'> & { readonly accountId: string }
>({
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
  },
  indices: [
    { name: 'owners_account_id', columns: ['accountId'] },
    // The index is on lower(email), which TypeORM can't express.
    { name: 'owners_email', columns: ['email'], unique: true, synchronize: false },
  ],
});
