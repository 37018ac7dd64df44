import type { RemovedAccount } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** The table of `RemovedAccount`. A field without a column is a compile error. */
export const RemovedAccountSchema = new EntitySchema<RemovedAccount>({
  name: 'removed_accounts',
  columns: {
    accountId: {
      name: 'account_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'removed_accounts_pkey',
    },
    removedAt: { name: 'removed_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof RemovedAccount, EntitySchemaColumnOptions>,
});
