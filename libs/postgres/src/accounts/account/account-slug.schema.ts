import { SLUG_MAX } from '@libs/accounts';
import { EntitySchema } from 'typeorm';
import { AccountSchema } from './account.schema';

/**
 * One row for each slug and alias. The primary key ensures that each belongs to only one account. `accounts.slug` has
 * no unique index, because two transactions that lock two indexes in a different order would deadlock.
 */
export const AccountSlugSchema = new EntitySchema<{ readonly slug: string; readonly accountId: string }>({
  name: 'account_slugs',
  columns: {
    slug: {
      type: 'varchar',
      length: SLUG_MAX,
      primary: true,
      primaryKeyConstraintName: 'account_slugs_pkey',
    },
    accountId: {
      name: 'account_id',
      type: 'uuid',
      foreignKey: { name: 'account_slugs_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
  },
  checks: [{ name: 'account_slugs_slug_form', expression: `slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'` }],
  indices: [{ name: 'account_slugs_account_id', columns: ['accountId'] }],
});
