import { PERSON_NAME_MAX, type FormerMember } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';

type StoredFormerMember = FormerMember & { readonly accountId: string };

/** The table of `FormerMember`. A field without a column is a compile error. */
export const FormerMemberSchema = new EntitySchema<StoredFormerMember>({
  name: 'former_members',
  columns: {
    accountId: {
      name: 'account_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'former_members_pkey',
      foreignKey: { name: 'former_members_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    id: {
      name: 'person_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'former_members_pkey',
    },
    name: { type: 'varchar', length: PERSON_NAME_MAX },
  } satisfies Record<keyof StoredFormerMember, EntitySchemaColumnOptions>,
});
